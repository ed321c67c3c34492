import { type FoundCredential, findCredentialByHash, findCredentialById } from '@berth/db';
import { CredentialId, type CredentialKind, WorkspaceId } from '@berth/dto';
import type { OperatorActor, RegistrationActor, ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { hashToken, kindOfToken } from './token.ts';

export type CredentialActor = ServiceActor | OperatorActor | RegistrationActor;

const unknown = () => new DomainError('unauthenticated', 'the credential is not known here');

/**
 * Who an opaque token speaks for.
 *
 * @throws DomainError `unauthenticated` (malformed, unknown), `credential_expired`, `credential_revoked`; expiry is
 *   looked at before revocation. (REG-10…REG-12)
 */
export async function authenticateToken(deps: Pick<Deps, 'database'>, token: string): Promise<CredentialActor> {
  const kind = kindOfToken(token);
  if (!kind) throw unknown();
  const found = await findCredentialByHash(deps.database, hashToken(token));
  return actorOf(found, kind);
}

/** The operator behind a signed-in console, looked up again at each request so that a revocation holds at once. */
export async function authenticateOperator(deps: Pick<Deps, 'database'>, credentialId: string): Promise<OperatorActor> {
  const actor = actorOf(await findCredentialById(deps.database, credentialId), 'operator');
  if (actor.kind !== 'operator') throw unknown();
  return actor;
}

function actorOf(found: FoundCredential | undefined, kind: CredentialKind): CredentialActor {
  if (!found || found.kind !== kind) throw unknown();
  if (found.expired) throw new DomainError('credential_expired', 'the credential has expired');
  if (found.revoked) throw new DomainError('credential_revoked', 'the credential was revoked');
  const credentialId = CredentialId.parse(found.id);
  const workspaceIds = found.workspace_ids?.map((id) => WorkspaceId.parse(id)) ?? null;
  if (kind === 'service') return { kind, credentialId, name: found.name, workspaceIds };
  if (kind === 'operator' && found.role)
    return { kind, credentialId, name: found.name, role: found.role, workspaceIds };
  const workspaceId = workspaceIds?.[0];
  if (kind !== 'registration' || !workspaceId) throw unknown();
  return { kind, credentialId, workspaceId };
}
