import type { Sql } from '../client.ts';

/** What one claim asks: `leasesMax` is the caller's bound, the session's own caps are read from the locked row. */
export type ClaimRequest = {
  workspaceId: string;
  sessionId: string;
  requestId: string;
  leasesMax: number;
  /** How many heads of each label set are looked at; more than are wanted, since rivals hold some. */
  headWindow: number;
};

export type ClaimedLease = {
  execution_id: string;
  job_id: string;
  workflow_run_id: string;
  workflow_run_attempt_id: string;
  project_id: string;
  fence: number;
  labels: string[];
};

/** `session`: what the locked row said, null when another claim holds it or no such session exists. */
export type ClaimResult = {
  session: { open: boolean; exhausted: boolean; repeated: boolean; draining: boolean } | null;
  windowFull: boolean;
  leases: ClaimedLease[];
};

/**
 * Hands the oldest fitting queue entries to one session, in one statement: lock the session (never waiting), read its
 * caps from the locked row, leave out what is paused, find the label sets it satisfies by their anchors, look at the heads of each without
 * locks, lock winners only and skip what rivals hold, move them to leases, count, tell.
 *
 * Locks: session → queue entry, both skip-locked; it waits for nobody. Does not take the execution's record: a claim
 * moves one way, from queue to lease, and everybody else who changes that place holds the record and looks at queue
 * and lease in fresh statements. Events: `runners.job.claimed`.
 */
export async function claimStatement(sql: Sql, request: ClaimRequest): Promise<ClaimResult> {
  const { workspaceId, sessionId, requestId, leasesMax, headWindow } = request;
  const [row] = await sql<ClaimResult[]>`
    with session as materialized (
      select id, labels, max_claims, claims_used, max_concurrent, leases_open, provisioner_id, provider_runner_id,
        revoked_at is null and closed_at is null as open,
        draining_at is not null as draining,
        coalesce(claims_used >= max_claims, false) as exhausted,
        last_request_id is not distinct from ${requestId}::uuid as repeated
      from runner_sessions
      where id = ${sessionId} and workspace_id = ${workspaceId}
      for no key update skip locked),
    paused as materialized (
      select label_set_id from pauses where workspace_id = ${workspaceId} and (until is null or until > now())),
    room as materialized (
      select least(${leasesMax}::int, max_claims - claims_used, max_concurrent - leases_open) as leases
      from session
      where open and not draining and not repeated
        and exists (select from workspaces where id = ${workspaceId} and status = 'active')
        and not exists (select from paused where label_set_id is null)),
    fit as materialized (
      select s.id from label_sets s, session
      where s.workspace_id = ${workspaceId} and s.anchor = any(session.labels) and s.labels <@ session.labels
        and exists (select from room where leases > 0)
        and not exists (select from paused where label_set_id = s.id)),
    head as materialized (
      select q.* from fit cross join lateral (
        select workspace_id, execution_id, priority, queued_at, seq from queue_entries
        where label_set_id = fit.id
        order by priority desc, queued_at, seq
        limit ${headWindow}::int) as q
      order by priority desc, queued_at, seq
      limit ${headWindow}::int),
    held as materialized (
      select e.* from head h join queue_entries e using (workspace_id, execution_id)
      order by h.priority desc, h.queued_at, h.seq
      limit (select coalesce(max(leases), 0) from room)
      for update of e skip locked),
    started as (
      insert into leases (workspace_id, execution_id, session_id, fence, request_id, provisioner_id, provider_runner_id,
        label_set_id, priority, queued_at, seq, queue_expires_at, starts, runner_labels)
      select t.workspace_id, t.execution_id, session.id, nextval('lease_fence'), ${requestId}::uuid, session.provisioner_id,
        session.provider_runner_id, t.label_set_id, t.priority, t.queued_at, t.seq, t.expires_at, t.starts + 1, session.labels
      from (select * from held order by priority desc, queued_at, seq) as t, session
      on conflict do nothing
      returning workspace_id, execution_id, session_id, fence, started_at, priority, queued_at, seq),
    dequeued as (
      delete from queue_entries q using held
      where q.workspace_id = held.workspace_id and q.execution_id = held.execution_id
      returning q.execution_id),
    counted as (
      update runner_sessions s
      set claims_used = s.claims_used + case when s.max_claims is null then 0 else n.leases end,
        leases_open = s.leases_open + n.leases, last_request_id = ${requestId}::uuid, last_seen_at = now()
      from (select count(*)::int as leases from started) as n
      where s.id = ${sessionId} and n.leases > 0
      returning s.id),
    granted as materialized (
      select l.*, e.job_id, e.workflow_run_id, e.workflow_run_attempt_id, e.project_id, e.labels
      from started l join job_executions e using (workspace_id, execution_id)),
    told as (
      insert into events (workspace_id, type, subject, data)
      select workspace_id, 'runners.job.claimed', execution_id::text, jsonb_build_object(
        'workspaceId', workspace_id, 'executionId', execution_id, 'jobId', job_id, 'workflowRunId', workflow_run_id,
        'workflowRunAttemptId', workflow_run_attempt_id, 'sessionId', session_id, 'fence', fence,
        'claimedAt', to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from granted order by fence
      returning id)
    select
      (select json_build_object('open', open, 'exhausted', exhausted, 'repeated', repeated, 'draining', draining)
        from session) as session,
      (select count(*) from head) >= ${headWindow}::int as "windowFull",
      coalesce((
        select json_agg(json_build_object('execution_id', execution_id, 'job_id', job_id,
          'workflow_run_id', workflow_run_id, 'workflow_run_attempt_id', workflow_run_attempt_id,
          'project_id', project_id, 'fence', fence, 'labels', labels) order by priority desc, queued_at, seq)
        from granted), '[]') as leases,
      (select count(*) from counted) + (select count(*) from dequeued) + (select count(*) from told) as written`;
  if (!row) throw new Error('the claim statement answered no row');
  return { session: row.session, windowFull: row.windowFull, leases: row.leases };
}

export type RepeatedClaim = { started: boolean } & ClaimedLease;

/** The leases that an earlier claim with this request id was given and that are still held. */
export function leasesOfRequest(sql: Sql, workspaceId: string, sessionId: string, requestId: string) {
  return sql<RepeatedClaim[]>`
    select l.first_heartbeat_at is not null as started, l.execution_id, l.fence, e.job_id, e.workflow_run_id,
      e.workflow_run_attempt_id, e.project_id, e.labels
    from leases l join job_executions e using (workspace_id, execution_id)
    where l.workspace_id = ${workspaceId} and l.session_id = ${sessionId} and l.request_id = ${requestId}
    order by l.priority desc, l.queued_at, l.seq`;
}

/** Notes that a session is in contact, at most once in `throttleSeconds`, and never waits for a claim that holds it. */
export async function touchSession(sql: Sql, sessionId: string, throttleSeconds: number): Promise<void> {
  await sql`
    update runner_sessions set last_seen_at = now()
    where id in (
      select id from runner_sessions
      where id = ${sessionId} and last_seen_at < now() - make_interval(secs => ${throttleSeconds}::float8)
      for no key update skip locked)`;
}
