import type { TerminalStatus } from '@berth/dto';
import type { Tx } from '../transaction.ts';
import type { JobIds } from './finish.ts';

/**
 * Removes these executions from the queue, waiting for a claim in flight, and answers which were there. The caller
 * holds their records. An entry beside a lease, which no operation makes, goes too, but does not count: the execution
 * is where its lease is.
 */
export function dequeue(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<JobIds[]> {
  tx.ladder.climbTo('queueEntry');
  return tx.sql<JobIds[]>`
    with gone as (
      delete from queue_entries where workspace_id = ${workspaceId} and execution_id = any(${[...ids]}::uuid[])
      returning workspace_id, execution_id)
    select e.execution_id, e.job_id, e.workflow_run_id, e.workflow_run_attempt_id
    from gone join job_executions e using (workspace_id, execution_id)
    where not exists (
      select from leases l where l.workspace_id = e.workspace_id and l.execution_id = e.execution_id)
    order by e.execution_id`;
}

export type MarkedLease = JobIds & { session_id: string; fence: number; cancellation_requested_at: string };

/** Tells the holders of these leases to stop; the first request wins. Answers the leases newly marked. */
export function markCancelled(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<MarkedLease[]> {
  tx.ladder.climbTo('lease');
  return tx.sql<MarkedLease[]>`
    with marked as (
      update leases set cancellation_requested_at = now()
      where workspace_id = ${workspaceId} and execution_id = any(${[...ids]}::uuid[]) and cancellation_requested_at is null
      returning workspace_id, execution_id, session_id, fence, cancellation_requested_at)
    select m.execution_id, m.session_id, m.fence, m.cancellation_requested_at, e.job_id, e.workflow_run_id,
      e.workflow_run_attempt_id
    from marked m join job_executions e using (workspace_id, execution_id)
    order by m.execution_id`;
}

export type TerminalFact = { execution_id: string; status: TerminalStatus };

/**
 * Writes a tombstone for each execution that is not on record and answers which those were. Waits for an enqueue of
 * the same id that is in flight; in id order, as enqueue inserts.
 */
export async function insertTombstones(tx: Tx, workspaceId: string, facts: readonly TerminalFact[]): Promise<string[]> {
  const rows = await tx.sql<{ execution_id: string }[]>`
    insert into job_executions (workspace_id, execution_id, terminated_as, terminated_at, outcome, finished_at)
    select ${workspaceId}::uuid, execution_id, status, now(), status::text::execution_outcome, now()
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as n(execution_id uuid, status reported_outcome)
    order by execution_id
    on conflict do nothing
    returning execution_id`;
  return rows.map((row) => row.execution_id);
}

/** Keeps the orchestrator's word for executions that live and have none yet; answers which took it. */
export async function recordTerminalFacts(
  tx: Tx,
  workspaceId: string,
  facts: readonly TerminalFact[],
): Promise<string[]> {
  const rows = await tx.sql<{ execution_id: string }[]>`
    update job_executions e
    set terminated_as = n.status, terminated_at = now()
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as n(execution_id uuid, status reported_outcome)
    where e.workspace_id = ${workspaceId} and e.execution_id = n.execution_id
      and e.finished_at is null and e.terminated_as is null
    returning e.execution_id`;
  return rows.map((row) => row.execution_id);
}
