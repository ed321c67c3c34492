import { inTransaction, lock, type Tx, unfinishedOfJobs } from '@berth/db';
import { type CancelInput, type CancelJobsInput, type CancelResult, ExecutionId } from '@berth/dto';
import { requireWorkspace, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { stopExecutions } from './stop.ts';

/**
 * Cancels executions: a queued one is finished now as `cancelled`; a running one is told to stop, the first request
 * wins. Unknown and finished ones are passed over in silence.
 *
 * Locks: execution records → queue entries → leases. Events: `runners.job.finished`, `runners.job.cancel_requested`.
 *
 * @throws DomainError `forbidden`. (CAN-01…CAN-07)
 */
export async function cancelExecutions(deps: Deps, actor: ServiceActor, input: CancelInput): Promise<CancelResult[]> {
  requireWorkspace(actor, input.workspaceId);
  const results = await inTransaction(deps.database, (tx) =>
    cancelInTransaction(tx, input.workspaceId, input.executionIds),
  );
  deps.signals.raise('facts');
  return results;
}

/**
 * Cancels every execution of these jobs that has not finished; no jobs, nothing.
 *
 * @returns one result for each execution that was found.
 * @throws DomainError `forbidden`. (CAN-04, CAN-05, CAN-07)
 */
export async function cancelJobs(deps: Deps, actor: ServiceActor, input: CancelJobsInput): Promise<CancelResult[]> {
  requireWorkspace(actor, input.workspaceId);
  const results = await inTransaction(deps.database, async (tx) =>
    cancelInTransaction(tx, input.workspaceId, await unfinishedOfJobs(tx, input.workspaceId, input.jobIds)),
  );
  deps.signals.raise('facts');
  return results;
}

/** The same inside a caller's transaction, one result per id in the order given. */
export async function cancelInTransaction(
  tx: Tx,
  workspaceId: string,
  executionIds: readonly string[],
): Promise<CancelResult[]> {
  await lock(tx, 'execution', { workspaceId, ids: executionIds });
  const { finished, requested } = await stopExecutions(tx, workspaceId, executionIds, () => 'cancelled');
  return executionIds.map((id) => ({
    executionId: ExecutionId.parse(id),
    result: finished.has(id) ? 'finished' : requested.has(id) ? 'requested' : 'unchanged',
  }));
}
