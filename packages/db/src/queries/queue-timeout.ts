import type { Sql } from '../client.ts';
import type { Tx } from '../transaction.ts';
import type { JobIds } from './finish.ts';

export type DueEntry = { workspace_id: string; execution_id: string };

/** Queue entries past their time, the longest overdue first; read without locks. */
export function listExpiredEntries(sql: Sql, limit: number): Promise<DueEntry[]> {
  return sql<DueEntry[]>`
    select workspace_id, execution_id from queue_entries
    where expires_at <= now()
    order by expires_at limit ${limit}::int`;
}

/**
 * Deletes those of these entries that are still past their time; one that a claim is just taking is skipped and comes
 * up again. The caller holds their records.
 */
export function deleteExpiredEntries(tx: Tx, due: readonly DueEntry[]): Promise<(JobIds & DueEntry)[]> {
  tx.ladder.hold('queueEntry');
  return tx.sql<(JobIds & DueEntry)[]>`
    with still as materialized (
      select q.workspace_id, q.execution_id
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d(workspace_id uuid, execution_id uuid)
      join queue_entries q using (workspace_id, execution_id)
      where q.expires_at <= now()
      order by q.workspace_id, q.execution_id
      for update of q skip locked),
    gone as (
      delete from queue_entries q using still s
      where q.workspace_id = s.workspace_id and q.execution_id = s.execution_id
      returning q.workspace_id, q.execution_id)
    select g.workspace_id, g.execution_id, e.job_id, e.workflow_run_id, e.workflow_run_attempt_id
    from gone g join job_executions e using (workspace_id, execution_id)
    order by g.workspace_id, g.execution_id`;
}
