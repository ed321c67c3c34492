import {
  deleteLease,
  dequeue,
  finishRecords,
  inTransaction,
  leasesOf,
  lock,
  sessionsHolding,
  type Tx,
} from '@berth/db';
import type { ReleaseInput, ReleaseResult } from '@berth/dto';
import { requireWorkspace, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { appendFacts } from '../event/append.ts';
import { finishedFact } from './stop.ts';

/** Each further try needs another claim between the look and the locks. */
const triesMax = 5;

/**
 * Ends executions at once, whoever holds them: the orchestrator is the authority. The outcome is its terminal word if
 * it has given one, else `released`. Unknown and finished ones are passed over in silence.
 *
 * Locks: sessions → execution records → queue entries → leases. Sessions are found before any lock; if a lease turns
 * out to be of another one, everything is begun again. Event: `runners.job.finished`.
 *
 * @throws DomainError `forbidden`. (REL-01…REL-04)
 */
export async function releaseExecutions(
  deps: Deps,
  actor: ServiceActor,
  input: ReleaseInput,
): Promise<ReleaseResult[]> {
  requireWorkspace(actor, input.workspaceId);
  const { workspaceId, executionIds } = input;
  const released = await releaseWhoeverHolds(deps, workspaceId, executionIds);
  deps.signals.raise('facts');
  deps.signals.raise(`queue:${workspaceId}`);
  return executionIds.map((id) => ({ executionId: id, result: released.has(id) ? 'finished' : 'unchanged' }));
}

/** A lease went to another session between the look and the locks. */
class ChangedHands extends Error {}

async function releaseWhoeverHolds(deps: Deps, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(deps.database, (tx) => release(tx, workspaceId, ids));
    } catch (error) {
      if (!(error instanceof ChangedHands) || tries === triesMax) throw error;
    }
  }
}

async function release(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const sessions = await sessionsHolding(tx, workspaceId, ids);
  await lock(tx, 'session', { ids: sessions });
  await lock(tx, 'execution', { workspaceId, ids });
  const dequeued = await dequeue(tx, workspaceId, ids);
  await lock(tx, 'lease', { workspaceId, ids });
  const leases = await leasesOf(tx, workspaceId, ids);
  if (leases.some((lease) => !sessions.includes(lease.session_id))) throw new ChangedHands();

  for (const lease of leases) await deleteLease(tx, workspaceId, lease.execution_id, lease.fence);
  const endings = [
    ...dequeued.map((row) => ({ row, outcome: 'released' as const })),
    ...leases.map((row) => ({ row, outcome: row.terminated_as ?? ('released' as const) })),
  ];
  await finishRecords(
    tx,
    workspaceId,
    endings.map(({ row, outcome }) => ({ execution_id: row.execution_id, outcome })),
  );
  await appendFacts(
    tx,
    endings.map(({ row, outcome }) => finishedFact(workspaceId, row, outcome, tx.now)),
  );
  return new Set(endings.map(({ row }) => row.execution_id));
}
