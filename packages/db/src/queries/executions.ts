import type { ExecutionState, Outcome, ReportedOutcome, TerminalStatus } from '@berth/dto';
import type { Sql } from '../client.ts';
import type { LeaseLimits } from './expire.ts';
import type { WorkspaceScope } from './overview.ts';

export type ExecutionRow = {
  workspace_id: string;
  execution_id: string;
  job_id: string | null;
  workflow_run_id: string | null;
  workflow_run_attempt_id: string | null;
  project_id: string | null;
  labels: string[] | null;
  priority: number;
  outcome: Outcome | null;
  reported_outcome: ReportedOutcome | null;
  terminated_as: TerminalStatus | null;
  queued_at: string | null;
  recorded_at: string;
  finished_at: string | null;
  lease_session_id: string | null;
  lease_session_name: string | null;
  lease_runner_labels: string[] | null;
  lease_fence: number | null;
  lease_started_at: string | null;
  lease_first_heartbeat_at: string | null;
  lease_last_heartbeat_at: string | null;
  lease_cancellation_requested_at: string | null;
  lease_seconds_left: number | null;
};

const selectExecutions = (sql: Sql, limits: LeaseLimits) => sql`
  select e.workspace_id, e.execution_id, e.job_id, e.workflow_run_id, e.workflow_run_attempt_id, e.project_id, e.labels,
    e.priority, e.outcome, e.reported_outcome, e.terminated_as, e.queued_at, e.recorded_at, e.finished_at,
    l.session_id as lease_session_id, s.name as lease_session_name, l.runner_labels as lease_runner_labels,
    l.fence as lease_fence, l.started_at as lease_started_at, l.first_heartbeat_at as lease_first_heartbeat_at,
    l.last_heartbeat_at as lease_last_heartbeat_at, l.cancellation_requested_at as lease_cancellation_requested_at,
    case when l.first_heartbeat_at is null
      then extract(epoch from l.started_at - now())::float8 + ${limits.firstHeartbeatSeconds}::float8
      else extract(epoch from l.last_heartbeat_at - now())::float8 + ${limits.leaseSeconds}::float8 end as lease_seconds_left
  from job_executions e
  left join leases l on l.workspace_id = e.workspace_id and l.execution_id = e.execution_id
  left join runner_sessions s on s.id = l.session_id`;

export async function findExecution(sql: Sql, limits: LeaseLimits, workspaceId: string, executionId: string) {
  const [row] = await sql<ExecutionRow[]>`
    ${selectExecutions(sql, limits)} where e.workspace_id = ${workspaceId} and e.execution_id = ${executionId}`;
  return row;
}

export type ExecutionSearch = {
  scope: WorkspaceScope;
  state?: ExecutionState | undefined;
  outcome?: Outcome | undefined;
  labels?: readonly string[] | undefined;
  workflowRunId?: string | undefined;
  projectId?: string | undefined;
  sessionId?: string | undefined;
  /** The last row of the page before: text of `recorded_at`, and id. */
  after?: { recordedAt: string; executionId: string } | undefined;
  limit: number;
};

/** Newest record first, by keyset. */
export function searchExecutions(sql: Sql, limits: LeaseLimits, search: ExecutionSearch): Promise<ExecutionRow[]> {
  const { scope, state, outcome, labels, workflowRunId, projectId, sessionId, after, limit } = search;
  const all = sql`true`;
  return sql<ExecutionRow[]>`
    ${selectExecutions(sql, limits)}
    where ${scope === null ? all : sql`e.workspace_id = any(${[...scope]}::uuid[])`}
      and ${state ? inState(sql, state) : all}
      and ${outcome ? sql`e.outcome = ${outcome}` : all}
      and ${labels ? sql`e.labels @> ${[...labels]}::text[]` : all}
      and ${workflowRunId ? sql`e.workflow_run_id = ${workflowRunId}` : all}
      and ${projectId ? sql`e.project_id = ${projectId}` : all}
      and ${sessionId ? sql`(l.session_id = ${sessionId} or e.finished_session_id = ${sessionId})` : all}
      and ${after ? sql`(e.recorded_at, e.execution_id) < (${after.recordedAt}::text::timestamptz, ${after.executionId}::uuid)` : all}
    order by e.recorded_at desc, e.execution_id desc
    limit ${limit}::int`;
}

function inState(sql: Sql, state: ExecutionState) {
  if (state === 'finished') return sql`e.finished_at is not null`;
  if (state === 'running') return sql`l.execution_id is not null`;
  return sql`e.finished_at is null and exists (
    select from queue_entries q where q.workspace_id = e.workspace_id and q.execution_id = e.execution_id)`;
}

/** Live sessions of the workspace that offer all of these labels, counted up to 1,000. */
export async function countMatchingSessions(
  sql: Sql,
  workspaceId: string,
  labels: readonly string[],
  liveSeconds: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (
      select from runner_sessions
      where workspace_id = ${workspaceId} and labels @> ${[...labels]}::text[]
        and revoked_at is null and closed_at is null and draining_at is null
        and (leases_open > 0 or last_seen_at > now() - make_interval(secs => ${liveSeconds}::float8))
      limit 1000) as matching`;
  return row?.count ?? 0;
}
