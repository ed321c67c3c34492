import { dequeue, finishRecords, iso, type JobIds, type MarkedLease, markCancelled, type Tx } from '@berth/db';
import type { Outcome } from '@berth/dto';
import { appendFacts, type Fact, jobIdsOf } from '../event/append.ts';

/** Which executions ended now, and which run on until their holder stops. */
export type Stopped = { finished: Set<string>; requested: Set<string> };

/**
 * Takes these executions out of the queue, and tells the holders of those that run to stop. The caller holds their
 * records: it looks at the queue first and, in a fresh statement, at the leases, so that a claim in flight either has
 * not happened or has left its lease to be marked.
 *
 * Events: `runners.job.finished`, `runners.job.cancel_requested`.
 */
export async function stopExecutions(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  outcomeOf: (executionId: string) => Outcome,
): Promise<Stopped> {
  const dequeued = await dequeue(tx, workspaceId, ids);
  const marked = await markCancelled(tx, workspaceId, ids);
  await finishRecords(
    tx,
    workspaceId,
    dequeued.map(({ execution_id }) => ({ execution_id, outcome: outcomeOf(execution_id) })),
  );
  await appendFacts(tx, [
    ...dequeued.map((row) => finishedFact(workspaceId, row, outcomeOf(row.execution_id), tx.now)),
    ...marked.map((row) => cancelRequestedFact(workspaceId, row)),
  ]);
  return {
    finished: new Set(dequeued.map((row) => row.execution_id)),
    requested: new Set(marked.map((row) => row.execution_id)),
  };
}

export function finishedFact(workspaceId: string, row: JobIds, outcome: Outcome, finishedAt: string): Fact {
  return {
    workspaceId,
    type: 'runners.job.finished',
    subject: row.execution_id,
    data: { ...jobIdsOf(workspaceId, row), outcome, finishedAt: iso(finishedAt) },
  };
}

function cancelRequestedFact(workspaceId: string, row: MarkedLease): Fact {
  return {
    workspaceId,
    type: 'runners.job.cancel_requested',
    subject: row.execution_id,
    data: {
      ...jobIdsOf(workspaceId, row),
      sessionId: row.session_id,
      fence: row.fence,
      requestedAt: iso(row.cancellation_requested_at),
    },
  };
}
