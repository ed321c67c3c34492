import { findCapabilities } from '@berth/db';
import { type EffectiveCapabilities, type SessionKey, ToolCapabilities } from '@berth/dto';
import { requireWorkspace, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { effectiveCapabilities } from './capabilities.rules.ts';

/** A runner repeats its report with its beats; one that is older than this says nothing about now. */
const staleAfterSeconds = 300;

/**
 * What a session's runner offers now. A mismatch with what a job asks for is the orchestrator's to judge: it never
 * keeps a session from a claim. An unknown session offers nothing.
 *
 * @throws DomainError `forbidden`. (CAP-05, CAP-06)
 */
export async function getCapabilities(
  deps: Deps,
  actor: ServiceActor,
  { workspaceId, sessionId }: SessionKey,
): Promise<EffectiveCapabilities> {
  requireWorkspace(actor, workspaceId);
  const found = await findCapabilities(deps.database.sql, workspaceId, sessionId);
  const report = ToolCapabilities.safeParse(found?.capabilities);
  return effectiveCapabilities(report.success ? report.data : null, found?.age_seconds ?? null, staleAfterSeconds);
}
