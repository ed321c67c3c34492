import { findLease } from '@berth/db';
import type { IntrospectInput, IntrospectOutput } from '@berth/dto';
import { mayActFor, type ServiceActor } from '../actor.ts';
import { verifyLease } from '../credential/signed.ts';
import type { Deps } from '../deps.ts';

/**
 * Whether the bearer of a step token holds the lease it names, so that the orchestrator may give the steps out. A
 * cancelled lease that is still held is active. A token that proves nothing, that of another tenant and that of an
 * ended lease all answer `active: false`. (LSE-01, LSE-02, LSE-03)
 */
export async function introspectLease(
  deps: Deps,
  actor: ServiceActor,
  { stepToken }: IntrospectInput,
): Promise<IntrospectOutput> {
  const lease = await verifyLease(deps, 'step', stepToken);
  if (!lease || !mayActFor(actor, lease.workspaceId)) return { active: false };
  const state = await findLease(deps.database.sql, lease);
  if (!state) return { active: false };
  const { workspaceId, executionId, jobId, sessionId, fence } = lease;
  return {
    active: true,
    workspaceId,
    executionId,
    jobId,
    sessionId,
    fence,
    started: state.started,
    cancelRequested: state.cancel,
  };
}
