import {
  deleteLease,
  finishRecords,
  type HeldLease,
  inTransaction,
  leasesOf,
  lock,
  refundClaim,
  requeueEntries,
  type Tx,
} from '@berth/db';
import type { LeaseGrant } from '@berth/dto';
import type { SessionActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { appendFacts, jobIdsOf } from '../event/append.ts';
import { finishedFact } from '../execution/stop.ts';
import { decideGiveBack } from './give-back.rules.ts';

/**
 * Takes back leases whose grant could not be delivered, since the caller had gone: to their old place in the queue,
 * no start spent, the session's counters restored. One that has beaten meanwhile, or is held under another fence, is
 * left alone.
 *
 * Locks: session → execution records → leases; decided from a fresh statement after them. Events:
 * `runners.job.requeued`, or `runners.job.finished` for one that was cancelled meanwhile.
 */
export async function giveBackLeases(deps: Deps, actor: SessionActor, grants: readonly LeaseGrant[]): Promise<void> {
  const { workspaceId, sessionId } = actor;
  const fences = new Map(grants.map((grant) => [String(grant.executionId), grant.fence]));
  const ids = [...fences.keys()];
  await inTransaction(deps.database, async (tx) => {
    await lock(tx, 'session', { ids: [sessionId] });
    await lock(tx, 'execution', { workspaceId, ids });
    await lock(tx, 'lease', { workspaceId, ids });
    for (const lease of await leasesOf(tx, workspaceId, ids))
      if (lease.fence === fences.get(lease.execution_id)) await giveBack(tx, lease);
  });
  deps.signals.raise('facts');
  deps.signals.raise(`queue:${workspaceId}`);
}

async function giveBack(tx: Tx, lease: HeldLease): Promise<void> {
  const decision = decideGiveBack({
    started: lease.started,
    cancelRequested: lease.cancel_requested,
    terminatedAs: lease.terminated_as,
  });
  if (decision.action === 'keep') return;
  const { workspace_id, execution_id, session_id, fence, starts } = lease;
  await deleteLease(tx, workspace_id, execution_id, fence);
  await refundClaim(tx, session_id, lease.request_id);
  if (decision.action === 'finish') {
    await finishRecords(tx, workspace_id, [{ execution_id, outcome: decision.outcome }]);
    await appendFacts(tx, [finishedFact(workspace_id, lease, decision.outcome, tx.now)]);
    return;
  }
  const startsUsed = starts - 1;
  await requeueEntries(tx, [{ ...lease, starts: startsUsed }]);
  await appendFacts(tx, [
    {
      workspaceId: workspace_id,
      type: 'runners.job.requeued',
      subject: execution_id,
      data: {
        ...jobIdsOf(workspace_id, lease),
        sessionId: session_id,
        fence,
        startsLeft: lease.max_starts - startsUsed,
      },
    },
  ]);
}
