import { ensureWorkspace, insertCredential, type Sql } from '@berth/db';
import { CredentialId, type IssueCredentialInput, type IssuedCredential } from '@berth/dto';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { displayPrefix, hashToken, makeToken } from './token.ts';

type Issuing = Pick<Deps, 'database' | 'newId' | 'randomBytes'>;

/**
 * Issues one opaque credential and answers its token, which is stored nowhere. For the installation's own command
 * line, which has no actor to check.
 *
 * @throws DomainError `invalid_input` when an operator has no role, another kind has one, or a registration credential
 *   does not belong to exactly one workspace.
 */
export async function issueCredential(deps: Issuing, input: IssueCredentialInput): Promise<IssuedCredential> {
  requireSound(input);
  for (const workspaceId of input.workspaceIds ?? []) await ensureWorkspace(deps.database.sql, workspaceId);
  return storeCredential(deps, deps.database.sql, input, null);
}

/** Makes the token and keeps its hash, on the connection given; `createdBy` is the credential of who issues. */
export async function storeCredential(
  deps: Pick<Deps, 'newId' | 'randomBytes'>,
  sql: Sql,
  { kind, name, role, workspaceIds, ttlSeconds }: IssueCredentialInput,
  createdBy: string | null,
): Promise<IssuedCredential> {
  const token = makeToken(kind, deps.randomBytes);
  const id = CredentialId.parse(deps.newId());
  const prefix = displayPrefix(token);
  await insertCredential(sql, {
    id,
    kind,
    hash: hashToken(token),
    prefix,
    name,
    role: role ?? null,
    workspaceIds,
    createdBy,
    ttlSeconds: ttlSeconds ?? null,
  });
  return { id, kind, token, prefix };
}

/** @throws DomainError `invalid_input`. */
export function requireSound({ kind, role, workspaceIds }: IssueCredentialInput): void {
  const fault = faultOf(kind, role !== undefined, workspaceIds?.length);
  if (fault) throw new DomainError('invalid_input', fault);
}

function faultOf(kind: IssueCredentialInput['kind'], hasRole: boolean, workspaces: number | undefined) {
  if (kind === 'operator' && !hasRole) return 'an operator credential needs a role';
  if (kind !== 'operator' && hasRole) return `a ${kind} credential has no role`;
  if (kind === 'registration' && workspaces !== 1) return 'a registration credential belongs to exactly one workspace';
  return undefined;
}
