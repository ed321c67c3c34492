import type { Outcome, ReportedOutcome, TerminalStatus } from '@berth/dto';
import type { Tx } from '../transaction.ts';

/** The ids that every job event carries. */
export type JobIds = {
  execution_id: string;
  job_id: string | null;
  workflow_run_id: string | null;
  workflow_run_attempt_id: string | null;
};

/** What a completion decides from; read after the locks, in a fresh statement. */
export type CompletionFacts = JobIds & {
  terminated_as: TerminalStatus | null;
  outcome: Outcome | null;
  reported_outcome: ReportedOutcome | null;
  finished_session_id: string | null;
  finished_fence: number | null;
  lease_session_id: string | null;
  lease_fence: number | null;
};

export async function completionFacts(tx: Tx, workspaceId: string, executionId: string) {
  const [facts] = await tx.sql<CompletionFacts[]>`
    select e.execution_id, e.job_id, e.workflow_run_id, e.workflow_run_attempt_id, e.terminated_as, e.outcome,
      e.reported_outcome, e.finished_session_id, e.finished_fence, l.session_id as lease_session_id, l.fence as lease_fence
    from job_executions e left join leases l using (workspace_id, execution_id)
    where e.workspace_id = ${workspaceId} and e.execution_id = ${executionId}`;
  return facts;
}

/** The end of one execution. Session and fence are the finisher's; null when no lease holder reported it. */
export type Ending = {
  execution_id: string;
  outcome: Outcome;
  reported_outcome?: ReportedOutcome | null;
  session_id?: string | null;
  fence?: number | null;
};

/** Writes outcome and end into the records, once each. The caller holds them, and removes entry or lease beside this. */
export async function finishRecords(tx: Tx, workspaceId: string, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return;
  const rows = await tx.sql`
    update job_executions e
    set outcome = n.outcome, finished_at = now(), reported_outcome = n.reported_outcome,
      finished_session_id = n.session_id, finished_fence = n.fence
    from jsonb_to_recordset(${JSON.stringify(endings)}::jsonb) as n(execution_id uuid, outcome execution_outcome,
      reported_outcome reported_outcome, session_id uuid, fence bigint)
    where e.workspace_id = ${workspaceId} and e.execution_id = n.execution_id and e.finished_at is null
    returning e.execution_id`;
  if (rows.length !== endings.length) throw new Error('an execution was to be finished twice');
}

/** Deletes one lease under its fence and gives its place on the session back; the caller holds the session. */
export async function deleteLease(tx: Tx, workspaceId: string, executionId: string, fence: number): Promise<void> {
  const [deleted] = await tx.sql<{ session_id: string }[]>`
    delete from leases where workspace_id = ${workspaceId} and execution_id = ${executionId} and fence = ${fence}
    returning session_id`;
  if (!deleted) throw new Error('a lease that was held under lock is gone');
  await tx.sql`update runner_sessions set leases_open = leases_open - 1 where id = ${deleted.session_id}`;
}
