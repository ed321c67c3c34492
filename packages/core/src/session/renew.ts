import { findCredentialById, findSession } from '@berth/db';
import type { SessionGrant } from '@berth/dto';
import type { SessionActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { grantSession } from './register.ts';

/**
 * A new token for a session, before the present one ends. The session's own credential must still be good: revoking it
 * ends its sessions with their tokens.
 *
 * @throws DomainError `session_not_found`, `session_revoked`.
 */
export async function renewSession(deps: Deps, actor: SessionActor): Promise<SessionGrant> {
  const session = await findSession(deps.database.sql, actor.workspaceId, actor.sessionId);
  if (!session) throw new DomainError('session_not_found', 'the session is not known here; register again');
  if (!session.open) throw new DomainError('session_revoked', 'the session was revoked or closed; register again');
  const credential = await findCredentialById(deps.database, session.credential_id);
  if (!credential || credential.revoked)
    throw new DomainError('session_revoked', 'the registration credential of this session was revoked');
  const { workspaceId, sessionId } = actor;
  return grantSession(deps, { workspaceId, sessionId, labels: session.labels, maxClaims: session.max_claims });
}
