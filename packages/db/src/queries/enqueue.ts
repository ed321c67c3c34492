import type { Tx } from '../transaction.ts';

/** One execution to insert, as the statement below reads it from JSON. */
export type NewExecution = {
  execution_id: string;
  job_id: string;
  workflow_run_id: string;
  workflow_run_attempt_id: string;
  project_id: string;
  labels: readonly string[];
  label_set_id: number;
  priority: number;
  max_starts: number;
  queue_timeout_seconds: number | null;
  queued_at: string | null;
};

export type InsertedExecution = { execution_id: string; queued_at: string };

const columns = `execution_id uuid, job_id uuid, workflow_run_id uuid, workflow_run_attempt_id uuid, project_id uuid,
  labels text[], label_set_id bigint, priority smallint, max_starts smallint,
  queue_timeout_seconds integer, queued_at timestamptz`;

/**
 * Inserts the records that are new and answers those; the others exist already, whatever they are. In id order: the
 * insert waits for an uncommitted twin, and two enqueues of the same ids must wait in one order.
 */
export function insertRecords(
  tx: Tx,
  workspaceId: string,
  executions: readonly NewExecution[],
): Promise<InsertedExecution[]> {
  return tx.sql<InsertedExecution[]>`
    insert into job_executions (workspace_id, execution_id, job_id, workflow_run_id, workflow_run_attempt_id, project_id,
      labels, priority, max_starts, queue_timeout_seconds, queued_at, sent_queued_at)
    select ${workspaceId}::uuid, execution_id, job_id, workflow_run_id, workflow_run_attempt_id, project_id,
      labels, priority, max_starts, queue_timeout_seconds, least(coalesce(queued_at, now()), now()),
      case when queued_at <= now() then queued_at end
    from jsonb_to_recordset(${JSON.stringify(executions)}::jsonb) as n(${tx.sql.unsafe(columns)})
    order by execution_id
    on conflict do nothing
    returning execution_id, queued_at`;
}

/** Queues the records just inserted. `seq` follows the order of the items, which decides between equal times. */
export async function insertQueueEntries(
  tx: Tx,
  workspaceId: string,
  executions: readonly NewExecution[],
): Promise<void> {
  await tx.sql`
    insert into queue_entries (workspace_id, execution_id, label_set_id, priority, queued_at, expires_at, seq)
    select workspace_id, execution_id, label_set_id, priority, queued_at,
      queued_at + make_interval(secs => queue_timeout_seconds), nextval('queue_entry_seq')
    from (
      select e.workspace_id, e.execution_id, n.label_set_id, e.priority, e.queued_at, e.queue_timeout_seconds
      from jsonb_array_elements(${JSON.stringify(executions)}::jsonb) with ordinality as item(value, position)
      cross join jsonb_to_record(item.value) as n(execution_id uuid, label_set_id bigint)
      join job_executions e on e.workspace_id = ${workspaceId} and e.execution_id = n.execution_id
      order by item.position) as ordered`;
}

export type KnownExecution = {
  execution_id: string;
  job_id: string | null;
  workflow_run_id: string | null;
  workflow_run_attempt_id: string | null;
  project_id: string | null;
  labels: string[] | null;
  priority: number;
  max_starts: number;
  queue_timeout_seconds: number | null;
  queued_at: string | null;
  sent_queued_at: string | null;
};

/** What is on record of these executions, for the comparison with a replay. */
export function findRecords(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<KnownExecution[]> {
  return tx.sql<KnownExecution[]>`
    select execution_id, job_id, workflow_run_id, workflow_run_attempt_id, project_id, labels, priority, max_starts,
      queue_timeout_seconds, queued_at, sent_queued_at
    from job_executions
    where workspace_id = ${workspaceId} and execution_id = any(${[...ids]}::uuid[])`;
}
