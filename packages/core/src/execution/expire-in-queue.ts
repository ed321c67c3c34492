import { deleteExpiredEntries, finishRecords, holdRecords, inTransaction, listExpiredEntries } from '@berth/db';
import type { Deps } from '../deps.ts';
import { appendFacts } from '../event/append.ts';
import { finishedFact } from './stop.ts';

/**
 * Ends one batch of executions that no runner has claimed within their `queueTimeoutSeconds`, as `expired_in_queue`.
 * What a claim is just taking is skipped: the claim wins.
 *
 * Locks, all skip-locked: execution record → queue entry, and the time tested again under them. Event:
 * `runners.job.finished`.
 */
export async function expireInQueue(
  deps: Deps,
  { entriesMax }: { entriesMax: number },
): Promise<{ listed: number; finished: number }> {
  const due = await listExpiredEntries(deps.database.sql, entriesMax);
  if (due.length === 0) return { listed: 0, finished: 0 };
  const outcome = 'expired_in_queue';
  const finished = await inTransaction(deps.database, async (tx) => {
    const gone = await deleteExpiredEntries(tx, await holdRecords(tx, due));
    for (const [workspaceId, group] of Map.groupBy(gone, (entry) => entry.workspace_id))
      await finishRecords(
        tx,
        workspaceId,
        group.map(({ execution_id }) => ({ execution_id, outcome })),
      );
    await appendFacts(
      tx,
      gone.map((entry) => finishedFact(entry.workspace_id, entry, outcome, tx.now)),
    );
    return gone.length;
  });
  deps.signals.raise('facts');
  return { listed: due.length, finished };
}
