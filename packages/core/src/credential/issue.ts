import { ensureWorkspace, insertCredential } from '@berth/db';
import { CredentialId, type IssueCredentialInput, type IssuedCredential } from '@berth/dto';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { displayPrefix, hashToken, makeToken } from './token.ts';

/**
 * Issues one opaque credential and answers its token, which is stored nowhere. Only the installation's own command
 * line calls this, so there is no actor to check.
 *
 * @throws DomainError `invalid_input` when an operator has no role, another kind has one, or a registration credential
 *   does not belong to exactly one workspace.
 */
export async function issueCredential(
  deps: Pick<Deps, 'database' | 'newId' | 'randomBytes'>,
  input: IssueCredentialInput,
): Promise<IssuedCredential> {
  const fault = faultOf(input);
  if (fault) throw new DomainError('invalid_input', fault);
  for (const workspaceId of input.workspaceIds ?? []) await ensureWorkspace(deps.database.sql, workspaceId);

  const token = makeToken(input.kind, deps.randomBytes);
  const id = CredentialId.parse(deps.newId());
  await insertCredential(
    deps.database,
    {
      id,
      kind: input.kind,
      hash: hashToken(token),
      prefix: displayPrefix(token),
      name: input.name,
      role: input.role ?? null,
      workspaceIds: input.workspaceIds,
    },
    input.ttlSeconds,
  );
  return { id, kind: input.kind, token, prefix: displayPrefix(token) };
}

function faultOf({ kind, role, workspaceIds }: IssueCredentialInput): string | undefined {
  if (kind === 'operator' && role === undefined) return 'an operator credential needs a role';
  if (kind !== 'operator' && role !== undefined) return `a ${kind} credential has no role`;
  if (kind === 'registration' && workspaceIds?.length !== 1)
    return 'a registration credential belongs to exactly one workspace';
  return undefined;
}
