import {
  deleteDueLeases,
  type EndedLease,
  finishRecords,
  holdRecords,
  holdSessions,
  inTransaction,
  listDueLeases,
  requeueEntries,
  type Tx,
} from '@berth/db';
import type { Deps } from '../deps.ts';
import { appendFacts, type Fact, jobIdsOf } from '../event/append.ts';
import { finishedFact } from '../execution/stop.ts';
import { decideEnding, type Ending } from './expire.rules.ts';

/** One batch: what is due was listed up to this many, oldest beat first. */
export type ExpireInput = { leasesMax: number; amnesty: boolean };

/** `listed` is how many were due; fewer than `leasesMax` means that nothing is left for another batch. */
export type ExpireResult = { listed: number; expired: number; finished: number; requeued: number };

type Decided = { lease: EndedLease; ending: Ending };

/**
 * Ends one batch of leases that are stale or past the grace of their cancel. Candidates are listed without locks;
 * whatever is busy is skipped and comes up again. Under an amnesty nothing is ended.
 *
 * Locks, all skip-locked: session → execution record → lease, and the staleness test again under them. Events:
 * `runners.job.lease_expired`, `runners.job.finished`, `runners.job.requeued`. (EXP-01…EXP-23)
 */
export async function expireLeases(deps: Deps, { leasesMax, amnesty }: ExpireInput): Promise<ExpireResult> {
  if (amnesty) return { listed: 0, expired: 0, finished: 0, requeued: 0 };
  const due = await listDueLeases(deps.database.sql, deps.limits, leasesMax);
  if (due.length === 0) return { listed: 0, expired: 0, finished: 0, requeued: 0 };

  const decided = await inTransaction(deps.database, async (tx) => {
    const held = await holdRecords(tx, await holdSessions(tx, due));
    const ended = await deleteDueLeases(tx, held, deps.limits);
    const endings = ended.map((lease) => ({ lease, ending: decideEnding(toDue(lease)) }));
    await settle(tx, endings);
    return endings;
  });
  deps.signals.raise('facts');
  for (const { lease } of decided) deps.signals.raise(`queue:${lease.workspace_id}`);
  const count = (kind: Ending['ending']) => decided.filter(({ ending }) => ending.ending === kind).length;
  return {
    listed: due.length,
    expired: count('lease_expired'),
    finished: count('finished'),
    requeued: count('requeue'),
  };
}

async function settle(tx: Tx, decided: readonly Decided[]): Promise<void> {
  await requeueEntries(
    tx,
    decided.flatMap(({ lease, ending }) => (ending.ending === 'requeue' ? [lease] : [])),
  );
  for (const [workspaceId, group] of Map.groupBy(decided, ({ lease }) => lease.workspace_id)) {
    await finishRecords(
      tx,
      workspaceId,
      group.flatMap(({ lease, ending }) =>
        ending.ending === 'requeue' ? [] : [{ execution_id: lease.execution_id, outcome: ending.outcome }],
      ),
    );
  }
  await appendFacts(
    tx,
    decided.map((item) => factOf(tx, item)),
  );
}

function factOf(tx: Tx, { lease, ending }: Decided): Fact {
  const ids = jobIdsOf(lease.workspace_id, lease);
  const envelope = { workspaceId: lease.workspace_id, subject: lease.execution_id };
  if (ending.ending === 'finished') return finishedFact(lease.workspace_id, lease, ending.outcome, tx.now);
  if (ending.ending === 'lease_expired') return { ...envelope, type: 'runners.job.lease_expired', data: ids };
  return {
    ...envelope,
    type: 'runners.job.requeued',
    data: { ...ids, sessionId: lease.session_id, fence: lease.fence, startsLeft: ending.startsLeft },
  };
}

function toDue(lease: EndedLease) {
  return {
    started: lease.started,
    cancelRequested: lease.cancel_requested,
    pastGrace: lease.past_grace,
    terminatedAs: lease.terminated_as,
    starts: lease.starts,
    maxStarts: lease.max_starts,
  };
}
