import type { Sql } from '../client.ts';

/** Null stands for every workspace. */
export type WorkspaceScope = readonly string[] | null;

/** SQL for "in scope", on a column of workspace ids. */
const within = (sql: Sql, column: string, scope: WorkspaceScope) =>
  scope === null ? sql`true` : sql`${sql(column)} = any(${[...scope]}::uuid[])`;

export type OverviewRow = {
  read_at: string;
  queued: number;
  oldest_queued_at: string | null;
  running: number;
  live_sessions: number;
};

/** Counts stop at `cap`: nobody needs to know more, and a deep queue must not make this slow. */
export async function readOverview(sql: Sql, scope: WorkspaceScope, cap: number, liveSeconds: number) {
  const [row] = await sql<OverviewRow[]>`
    select now() as read_at,
      (select count(*) from (select from queue_entries where ${within(sql, 'workspace_id', scope)} limit ${cap}::int) q) as queued,
      (select min(queued_at) from queue_entries where ${within(sql, 'workspace_id', scope)}) as oldest_queued_at,
      (select count(*) from (select from leases where ${within(sql, 'workspace_id', scope)} limit ${cap}::int) l) as running,
      (select count(*) from (
        select from runner_sessions where ${within(sql, 'workspace_id', scope)} and closed_at is null and revoked_at is null
          and (leases_open > 0 or last_seen_at > now() - make_interval(secs => ${liveSeconds}::float8)) limit ${cap}::int) s) as live_sessions`;
  if (!row) throw new Error('the overview answered no row');
  return row;
}

/** Executions that ended since 00:00 UTC, by outcome, out of the newest `cap`. */
export function countFinishedToday(sql: Sql, scope: WorkspaceScope, cap: number) {
  return sql<{ outcome: string; count: number }[]>`
    select outcome, count(*) as count from (
      select outcome from job_executions
      where finished_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
        and ${within(sql, 'workspace_id', scope)}
      limit ${cap}::int) as today
    group by outcome order by outcome`;
}

/** Queued and running of each of these workspaces, in the order given; one statement, so both are of one moment. */
export function countByWorkspace(sql: Sql, ids: readonly string[]) {
  return sql<{ workspace_id: string; queued: number; running: number }[]>`
    select w.id as workspace_id,
      (select count(*) from queue_entries q where q.workspace_id = w.id) as queued,
      (select count(*) from leases l where l.workspace_id = w.id) as running
    from unnest(${[...ids]}::uuid[]) with ordinality as w(id, position)
    order by w.position`;
}

/** Depth and running of all workspaces, for the gauges. */
export async function readDepths(sql: Sql, cap: number): Promise<{ queued: number; running: number }> {
  const [row] = await sql<{ queued: number; running: number }[]>`
    select (select count(*) from (select from queue_entries limit ${cap}::int) q) as queued,
      (select count(*) from (select from leases limit ${cap}::int) l) as running`;
  return row ?? { queued: 0, running: 0 };
}
