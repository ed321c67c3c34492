import type { TerminalStatus } from '@berth/dto';
import type { Sql } from '../client.ts';
import type { Tx } from '../transaction.ts';
import type { JobIds } from './finish.ts';

/** How long a lease lives without a first beat, without a further beat, and after a cancel; whole seconds. */
export type LeaseLimits = { firstHeartbeatSeconds: number; leaseSeconds: number; cancelGraceSeconds: number };

export type DueLease = { workspace_id: string; execution_id: string; session_id: string; fence: number };

/** Stale: never started and past the first-beat time, or silent for too long since a beat. */
const stale = (sql: Sql, limits: LeaseLimits) => sql`
  case when l.first_heartbeat_at is null and l.last_heartbeat_at <= l.started_at
    then l.started_at < now() - make_interval(secs => ${limits.firstHeartbeatSeconds}::float8)
    else l.last_heartbeat_at < now() - make_interval(secs => ${limits.leaseSeconds}::float8) end`;

/** Past its grace: told to stop, and the runner did not end it; beats count for nothing here. */
const pastGrace = (sql: Sql, limits: LeaseLimits) => sql`
  l.cancellation_requested_at < now() - make_interval(secs => ${limits.cancelGraceSeconds}::float8)`;

/** Leases that may end now, oldest beat first; read without locks, over the narrow lease table alone. */
export function listDueLeases(sql: Sql, limits: LeaseLimits, limit: number): Promise<DueLease[]> {
  return sql<DueLease[]>`
    select l.workspace_id, l.execution_id, l.session_id, l.fence from leases l
    where ${stale(sql, limits)} or ${pastGrace(sql, limits)}
    order by l.last_heartbeat_at, l.execution_id
    limit ${limit}::int`;
}

const keys = (due: readonly DueLease[]) => JSON.stringify(due);

/** Locks, without waiting, the sessions of these leases; answers the leases whose session is now held. */
export async function holdSessions(tx: Tx, due: readonly DueLease[]): Promise<DueLease[]> {
  tx.ladder.hold('session');
  const ids = [...new Set(due.map((lease) => lease.session_id))];
  const held = await tx.sql<{ id: string }[]>`
    select id from runner_sessions where id = any(${ids}::uuid[]) order by id for no key update skip locked`;
  const free = new Set(held.map((row) => row.id));
  return due.filter((lease) => free.has(lease.session_id));
}

type OfExecution = { workspace_id: string; execution_id: string };

/** Locks, without waiting, the records that these belong to, in key order; answers those whose record is now held. */
export async function holdRecords<T extends OfExecution>(tx: Tx, due: readonly T[]): Promise<T[]> {
  tx.ladder.hold('execution');
  const held = await tx.sql<OfExecution[]>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d(workspace_id uuid, execution_id uuid))
    select w.workspace_id, w.execution_id from wanted w join job_executions e using (workspace_id, execution_id)
    order by e.workspace_id, e.execution_id
    for no key update of e skip locked`;
  const keyOf = ({ workspace_id, execution_id }: OfExecution) => `${workspace_id} ${execution_id}`;
  const free = new Set(held.map(keyOf));
  return due.filter((one) => free.has(keyOf(one)));
}

/** Where an execution stood in the queue, as its lease keeps it. */
export type QueuePlace = {
  workspace_id: string;
  execution_id: string;
  label_set_id: number;
  priority: number;
  queued_at: string;
  seq: number;
  queue_expires_at: string | null;
  starts: number;
};

export type EndedLease = JobIds &
  QueuePlace & {
    session_id: string;
    fence: number;
    max_starts: number;
    terminated_as: TerminalStatus | null;
    started: boolean;
    cancel_requested: boolean;
    past_grace: boolean;
  };

/**
 * Deletes those of these leases that are still due, under the same test as the list: a beat in between spares the
 * lease. A lease that a beat is just touching is skipped, not waited for.
 */
export function deleteDueLeases(tx: Tx, due: readonly DueLease[], limits: LeaseLimits): Promise<EndedLease[]> {
  tx.ladder.hold('lease');
  return tx.sql<EndedLease[]>`
    with still as materialized (
      select l.workspace_id, l.execution_id, l.fence, coalesce(${pastGrace(tx.sql, limits)}, false) as past_grace
      from jsonb_to_recordset(${keys(due)}::jsonb) as d(workspace_id uuid, execution_id uuid, fence bigint)
      join leases l using (workspace_id, execution_id, fence)
      where ${stale(tx.sql, limits)} or ${pastGrace(tx.sql, limits)}
      order by l.workspace_id, l.execution_id
      for update of l skip locked),
    gone as (
      delete from leases l using still s
      where l.workspace_id = s.workspace_id and l.execution_id = s.execution_id
      returning l.*, s.past_grace),
    counted as (
      update runner_sessions r set leases_open = r.leases_open - n.leases
      from (select session_id, count(*)::int as leases from gone group by session_id) as n
      where r.id = n.session_id)
    select g.workspace_id, g.execution_id, g.session_id, g.fence, g.label_set_id, g.priority, g.queued_at, g.seq, g.queue_expires_at, g.starts,
      g.past_grace, g.cancellation_requested_at is not null as cancel_requested,
      g.first_heartbeat_at is not null or g.last_heartbeat_at > g.started_at as started,
      e.max_starts, e.terminated_as, e.job_id, e.workflow_run_id, e.workflow_run_attempt_id
    from gone g join job_executions e using (workspace_id, execution_id)
    order by g.workspace_id, g.execution_id`;
}

/** Puts executions back to their old place in the queue, with the starts they have used. */
export async function requeueEntries(tx: Tx, ended: readonly QueuePlace[]): Promise<void> {
  if (ended.length === 0) return;
  await tx.sql`
    insert into queue_entries (workspace_id, execution_id, label_set_id, priority, queued_at, seq, expires_at, starts)
    select workspace_id, execution_id, label_set_id, priority, queued_at, seq, queue_expires_at, starts
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as n(workspace_id uuid, execution_id uuid,
      label_set_id bigint, priority smallint, queued_at timestamptz, seq bigint, queue_expires_at timestamptz,
      starts smallint)
    order by workspace_id, execution_id`;
}
