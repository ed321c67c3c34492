import {
  type ClaimedLease,
  type ClaimResult,
  claimStatement,
  findSession,
  leasesOfRequest,
  type RepeatedClaim,
  touchSession,
} from '@berth/db';
import { type ClaimInput, type ClaimOutput, LeaseGrant } from '@berth/dto';
import type { SessionActor } from '../actor.ts';
import { signLease } from '../credential/signed.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';

/** Heads looked at per label set; a full window without a free one is read again, this many times as large. */
const headWindow = 64;
const headWindowGrowth = 16;
const headWindowMax = headWindow * headWindowGrowth ** 2;
const touchThrottleSeconds = 15;
/** How long a waiting claim trusts wake-ups before it looks by itself: other processes send none. */
const lookAgainMs = 1_000;

/**
 * Claims the oldest executions that the session can run, by priority, then time in the queue. With `waitSeconds` it
 * waits for the first, woken by this process's enqueues and looking by itself every second.
 *
 * Locks: see the claim statement; it waits for nobody. Event: `runners.job.claimed`.
 *
 * @param abort ends the wait early, with an empty answer.
 * @returns the leases, empty when nothing fits or the session is at its `maxConcurrent`.
 * @throws DomainError `session_not_found`, `session_revoked` (revoked or closed), `session_exhausted`,
 *   `claim_in_progress` (another claim of this session holds it), `request_spent`. (CLM-01…CLM-40, REQ-01…REQ-08)
 */
export async function claimExecutions(
  deps: Deps,
  actor: SessionActor,
  input: ClaimInput,
  abort?: AbortSignal,
): Promise<ClaimOutput> {
  const deadline = deps.monotonicMs() + input.waitSeconds * 1_000;
  const topic = `queue:${actor.workspaceId}` as const;
  for (;;) {
    const seen = deps.signals.seen(topic);
    const leases = await claimOnce(deps, actor, input);
    if (leases.length > 0) return grant(deps, actor, leases);
    // A claim that is granted something notes the contact itself.
    await touchSession(deps.database.sql, actor.sessionId, touchThrottleSeconds);
    const leftMs = deadline - deps.monotonicMs();
    if (leftMs <= 0) return { leases: [] };
    await deps.signals.next(topic, seen, Math.min(leftMs, lookAgainMs), abort);
    // Nothing more is claimed for a caller that has gone.
    if (abort?.aborted) return { leases: [] };
  }
}

async function claimOnce(deps: Deps, actor: SessionActor, input: ClaimInput): Promise<ClaimedLease[]> {
  for (let window = headWindow; ; window *= headWindowGrowth) {
    const result = await claimStatement(deps.database.sql, {
      workspaceId: actor.workspaceId,
      sessionId: actor.sessionId,
      requestId: input.requestId,
      leasesMax: input.maxLeases,
      headWindow: window,
    });
    if (result.leases.length > 0) {
      deps.signals.raise('facts');
      return result.leases;
    }
    if (result.session?.repeated) return repeatedLeases(deps, actor, input.requestId);
    await refuseUnusable(deps, actor, result);
    const mayHideMore = result.windowFull && window < headWindowMax;
    if (!mayHideMore) return [];
  }
}

/** The reply was lost: the same leases again, as long as none has beaten. */
async function repeatedLeases(deps: Deps, actor: SessionActor, requestId: string): Promise<RepeatedClaim[]> {
  const leases = await leasesOfRequest(deps.database.sql, actor.workspaceId, actor.sessionId, requestId);
  if (leases.length === 0 || leases.some((lease) => lease.started))
    throw new DomainError(
      'request_spent',
      'this requestId was answered and its lease has been used; claim with a new one',
    );
  return leases;
}

async function refuseUnusable(deps: Deps, actor: SessionActor, { session }: ClaimResult): Promise<void> {
  if (!session) {
    const known = await findSession(deps.database.sql, actor.workspaceId, actor.sessionId);
    if (!known) throw new DomainError('session_not_found', 'the session is not known here; register again');
    throw new DomainError('claim_in_progress', 'another call of this session is being answered; try again');
  }
  if (!session.open) throw new DomainError('session_revoked', 'the session was revoked or closed; register again');
  if (session.exhausted) throw new DomainError('session_exhausted', 'the session has used up its claims');
}

async function grant(deps: Deps, actor: SessionActor, leases: readonly ClaimedLease[]): Promise<ClaimOutput> {
  return { leases: await Promise.all(leases.map((lease) => grantOne(deps, actor, lease))) };
}

async function grantOne(deps: Deps, actor: SessionActor, lease: ClaimedLease): Promise<LeaseGrant> {
  const { workspaceId, sessionId } = actor;
  const ids = LeaseGrant.pick({ executionId: true, jobId: true }).parse({
    executionId: lease.execution_id,
    jobId: lease.job_id,
  });
  const tokens = await signLease(deps, { workspaceId, sessionId, ...ids, fence: lease.fence });
  return LeaseGrant.parse({
    workspaceId,
    ...ids,
    workflowRunId: lease.workflow_run_id,
    workflowRunAttemptId: lease.workflow_run_attempt_id,
    projectId: lease.project_id,
    fence: lease.fence,
    labels: lease.labels,
    ...tokens,
    firstHeartbeatSeconds: deps.limits.firstHeartbeatSeconds,
    leaseSeconds: deps.limits.leaseSeconds,
  });
}
