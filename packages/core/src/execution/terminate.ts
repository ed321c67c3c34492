import { ensureWorkspace, insertTombstones, inTransaction, lock, recordTerminalFacts, type Tx } from '@berth/db';
import type { TerminalStatus, TerminateInput, TerminateResult } from '@berth/dto';
import { requireWorkspace, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { appendFacts } from '../event/append.ts';
import { finishedFact, stopExecutions } from './stop.ts';

/**
 * Takes the orchestrator's terminal facts: a queued execution ends with the fact's status; a running one keeps its
 * lease, is told to stop, and ends with that status later; one that is not on record gets a tombstone, so that its
 * late `queued` fact changes nothing. Siblings of the same job are untouched, the first fact stands.
 *
 * Locks: inserting a tombstone waits for an enqueue of the same id in flight, in id order; then execution records →
 * queue entries → leases. Events: `runners.job.finished`, `runners.job.cancel_requested`.
 *
 * @throws DomainError `forbidden`. (CAN-08…CAN-14)
 */
export async function terminateExecutions(
  deps: Deps,
  actor: ServiceActor,
  input: TerminateInput,
): Promise<TerminateResult[]> {
  requireWorkspace(actor, input.workspaceId);
  await ensureWorkspace(deps.database.sql, input.workspaceId);
  const statuses = new Map<string, TerminalStatus>();
  for (const { executionId, status } of input.executions)
    if (!statuses.has(executionId)) statuses.set(executionId, status);

  const result = await inTransaction(deps.database, (tx) => terminate(tx, input.workspaceId, statuses));
  deps.signals.raise('facts');
  return input.executions.map(({ executionId }) => ({ executionId, result: result(executionId) }));
}

async function terminate(tx: Tx, workspaceId: string, statuses: ReadonlyMap<string, TerminalStatus>) {
  const facts = [...statuses].map(([execution_id, status]) => ({ execution_id, status }));
  const recorded = new Set(await insertTombstones(tx, workspaceId, facts));
  await announceTombstones(
    tx,
    workspaceId,
    facts.filter((fact) => recorded.has(fact.execution_id)),
  );

  const known = facts.filter((fact) => !recorded.has(fact.execution_id));
  const ids = known.map((fact) => fact.execution_id);
  await lock(tx, 'execution', { workspaceId, ids });
  const told = new Set(await recordTerminalFacts(tx, workspaceId, known));
  const toldIds = ids.filter((id) => told.has(id));
  const { finished } = await stopExecutions(tx, workspaceId, toldIds, (id) => statuses.get(id) ?? 'cancelled');

  return (id: string): TerminateResult['result'] => {
    if (recorded.has(id)) return 'recorded';
    if (finished.has(id)) return 'finished';
    return told.has(id) ? 'requested' : 'unchanged';
  };
}

function announceTombstones(
  tx: Tx,
  workspaceId: string,
  facts: readonly { execution_id: string; status: TerminalStatus }[],
) {
  const noIds = { job_id: null, workflow_run_id: null, workflow_run_attempt_id: null };
  return appendFacts(
    tx,
    facts.map(({ execution_id, status }) => finishedFact(workspaceId, { execution_id, ...noIds }, status, tx.now)),
  );
}
