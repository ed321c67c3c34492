import {
  iso,
  isoOrNull,
  type ListedCredential,
  listUsableCredentials,
  revokeCredential as revokeRow,
  workspaceStatus,
} from '@berth/db';
import {
  CredentialView,
  type IssueCommand,
  type IssuedCredential,
  type ListCredentialsInput,
  type RevokeCredentialCommand,
  RevokeCredentialOutput,
  roleAllows,
} from '@berth/dto';
import { z } from 'zod';
import { type OperatorActor, requireWorkspace, scopeOf } from '../actor.ts';
import { requireSound, storeCredential } from '../credential/issue.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { carryOut } from './command.ts';

/**
 * An admin issues a credential, for workspaces that he may act for himself. Its token is in this answer and nowhere
 * else: the same key again is a conflict, since there is nothing left to show.
 *
 * @throws DomainError those of a command, `forbidden` (role below admin), `workspace_not_found`, `invalid_input`,
 *   `conflict`. (TOK-01, TOK-07)
 */
export async function issueByOperator(
  deps: Deps,
  actor: OperatorActor,
  input: IssueCommand,
): Promise<IssuedCredential> {
  requireAdmin(actor);
  requireSound(input);
  await requireGranted(deps, actor, input.workspaceIds);
  let issued: IssuedCredential | undefined;
  const command = {
    action: 'credential.issue',
    target: `${input.kind}:${input.name}`,
    output: z.object({ credentialId: z.string() }),
  };
  await carryOut(deps, actor, { ...input, workspaceId: onlyOne(input.workspaceIds) }, command, async (tx) => {
    issued = await storeCredential(deps, tx.sql, input, actor.credentialId);
    return { credentialId: issued.id };
  });
  if (!issued)
    throw new DomainError(
      'conflict',
      'it was issued before, and its token is shown once: revoke it, and issue another',
    );
  return issued;
}

/**
 * Usable credentials of a kind, neither revoked nor expired, the newest first.
 *
 * @throws DomainError `forbidden`. (TOK-04, TOK-05)
 */
export async function listCredentials(
  deps: Deps,
  actor: OperatorActor,
  { kind, workspaceId }: ListCredentialsInput,
): Promise<CredentialView[]> {
  const rows = await listUsableCredentials(deps.database.sql, kind, scopeOf(actor, workspaceId));
  return rows.map(toView);
}

/**
 * Revokes a credential within the admin's own workspaces: it opens nothing any more, and sessions it registered get no
 * new token.
 *
 * @throws DomainError those of a command, `forbidden` (role below admin), `credential_not_found`. (TOK-03)
 */
export function revokeByOperator(deps: Deps, actor: OperatorActor, input: RevokeCredentialCommand) {
  requireAdmin(actor);
  const { credentialId } = input;
  const command = { action: 'credential.revoke', target: credentialId, output: RevokeCredentialOutput };
  return carryOut(deps, actor, { ...input, workspaceId: null }, command, async (tx) => {
    const revokedAt = await revokeRow(tx.sql, credentialId, actor.workspaceIds);
    if (!revokedAt) throw new DomainError('credential_not_found', 'no such credential within your workspaces');
    return { credentialId, revokedAt: iso(revokedAt) };
  });
}

function requireAdmin(actor: OperatorActor): void {
  if (!roleAllows(actor.role, 'admin')) throw new DomainError('forbidden', 'credentials take the role admin');
}

async function requireGranted(deps: Deps, actor: OperatorActor, workspaceIds: IssueCommand['workspaceIds']) {
  if (workspaceIds === null && actor.workspaceIds !== null)
    throw new DomainError('forbidden', 'only an operator of the whole installation may issue for all workspaces');
  for (const workspaceId of workspaceIds ?? []) {
    requireWorkspace(actor, workspaceId);
    if (!(await workspaceStatus(deps.database.sql, workspaceId)))
      throw new DomainError('workspace_not_found', `no workspace ${workspaceId}`);
  }
}

/** The audit names the workspace when there is just one. */
const onlyOne = (workspaceIds: IssueCommand['workspaceIds']) =>
  workspaceIds?.length === 1 ? (workspaceIds[0] ?? null) : null;

function toView(row: ListedCredential): CredentialView {
  return CredentialView.parse({
    id: row.id,
    kind: row.kind,
    prefix: row.prefix,
    name: row.name,
    role: row.role,
    workspaceIds: row.workspace_ids,
    createdAt: iso(row.created_at),
    expiresAt: isoOrNull(row.expires_at),
  });
}
