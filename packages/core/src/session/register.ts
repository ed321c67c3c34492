import { insertManualSession, workspaceStatus } from '@berth/db';
import { type RegisterInput, SessionGrant, SessionId } from '@berth/dto';
import type { RegistrationActor } from '../actor.ts';
import { sessionTokenSeconds, signSession } from '../credential/signed.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { requireActive } from '../workspace/active.ts';
import { allowedLabels } from './labels.rules.ts';

/**
 * Registers a runner process with a registration credential, which may do so any number of times. Its labels are bound
 * to the session and never change.
 *
 * @throws DomainError `workspace_inactive`, `labels_reserved` when nothing but reserved labels was offered; others are
 *   stripped. (SES-01, SES-02, REG-01…REG-04, REG-09)
 */
export async function registerSession(
  deps: Deps,
  actor: RegistrationActor,
  input: RegisterInput,
): Promise<SessionGrant> {
  requireActive((await workspaceStatus(deps.database.sql, actor.workspaceId)) ?? 'deleted');
  const labels = requireLabels(deps, input.labels);
  const sessionId = SessionId.parse(deps.newId());
  await insertManualSession(deps.database.sql, {
    id: sessionId,
    workspaceId: actor.workspaceId,
    credentialId: actor.credentialId,
    name: input.name ?? null,
    labels,
    capabilities: input.capabilities ?? null,
    maxConcurrent: input.maxConcurrent ?? null,
  });
  return grantSession(deps, { workspaceId: actor.workspaceId, sessionId, labels, maxClaims: null });
}

function requireLabels(deps: Deps, asked: readonly string[]): string[] {
  const { labels, allReserved } = allowedLabels('manual', asked, deps.reservedLabels);
  if (!allReserved) return labels;
  const message = `only reserved labels were offered: ${asked.join(', ')}`;
  throw new DomainError('labels_reserved', message, { issues: [{ path: 'labels', message }] });
}

/** A session's token and what it is for. */
export async function grantSession(
  deps: Deps,
  session: Pick<SessionGrant, 'workspaceId' | 'sessionId' | 'maxClaims'> & { labels: readonly string[] },
): Promise<SessionGrant> {
  const sessionToken = await signSession(deps, session);
  return SessionGrant.parse({ ...session, sessionToken, sessionTokenSeconds });
}
