import { insertManualSession, workspaceStatus } from '@berth/db';
import { type RegisterInput, SessionGrant, SessionId } from '@berth/dto';
import type { RegistrationActor } from '../actor.ts';
import { sessionTokenSeconds, signSession } from '../credential/signed.ts';
import type { Deps } from '../deps.ts';
import { requireActive } from '../workspace/active.ts';

/**
 * Registers a runner process with a registration credential, which may do so any number of times. Its labels are bound
 * to the session and never change.
 *
 * @throws DomainError `workspace_inactive`. (SES-01, SES-02, REG-01, REG-02, REG-09)
 */
export async function registerSession(
  deps: Deps,
  actor: RegistrationActor,
  input: RegisterInput,
): Promise<SessionGrant> {
  requireActive((await workspaceStatus(deps.database.sql, actor.workspaceId)) ?? 'deleted');
  const sessionId = SessionId.parse(deps.newId());
  await insertManualSession(deps.database.sql, {
    id: sessionId,
    workspaceId: actor.workspaceId,
    credentialId: actor.credentialId,
    name: input.name ?? null,
    labels: input.labels,
    capabilities: input.capabilities ?? null,
    maxConcurrent: input.maxConcurrent ?? null,
  });
  return grantSession(deps, { workspaceId: actor.workspaceId, sessionId, labels: input.labels, maxClaims: null });
}

/** A session's token and what it is for. */
export async function grantSession(
  deps: Deps,
  session: Pick<SessionGrant, 'workspaceId' | 'sessionId' | 'maxClaims'> & { labels: readonly string[] },
): Promise<SessionGrant> {
  const sessionToken = await signSession(deps, session);
  return SessionGrant.parse({ ...session, sessionToken, sessionTokenSeconds });
}
