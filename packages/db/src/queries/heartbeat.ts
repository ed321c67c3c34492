import type { Sql } from '../client.ts';

export type LeaseKey = { workspaceId: string; executionId: string; sessionId: string; fence: number };

export type Beat = { cancel: boolean; drain: boolean };

/**
 * One beat: keeps the first, advances the last. Touches the lease alone, in one statement and no index, so that it is
 * a heap-only update. No row means that the lease is not this session's under this fence: a fence never comes back,
 * so the answer holds although the statement may have waited.
 */
export async function beatLease(sql: Sql, { workspaceId, executionId, sessionId, fence }: LeaseKey) {
  const [beat] = await sql<Beat[]>`
    update leases l
    set first_heartbeat_at = coalesce(l.first_heartbeat_at, now()), last_heartbeat_at = now()
    from runner_sessions s
    where l.workspace_id = ${workspaceId} and l.execution_id = ${executionId} and l.session_id = ${sessionId}
      and l.fence = ${fence} and s.id = l.session_id
    returning l.cancellation_requested_at is not null as cancel,
      s.draining_at is not null as drain`;
  return beat;
}

/**
 * A transaction of its own: a beat must not wait for the session. Null clears the report. The same report again is
 * written once a minute, which keeps it fresh.
 */
export async function reportCapabilities(sql: Sql, sessionId: string, capabilities: unknown): Promise<void> {
  const report = capabilities === null ? null : JSON.stringify(capabilities);
  await sql`
    update runner_sessions
    set tool_capabilities = ${report}::jsonb, capabilities_reported_at = case when ${report}::jsonb is null then null else now() end
    where id = ${sessionId} and (tool_capabilities is distinct from ${report}::jsonb
      or capabilities_reported_at < now() - interval '1 minute')`;
}

export type LeaseState = { started: boolean; cancel: boolean };

/** The lease of this execution, session and fence, if it is held. */
export async function findLease(sql: Sql, { workspaceId, executionId, sessionId, fence }: LeaseKey) {
  const [lease] = await sql<LeaseState[]>`
    select first_heartbeat_at is not null as started, cancellation_requested_at is not null as cancel
    from leases
    where workspace_id = ${workspaceId} and execution_id = ${executionId} and session_id = ${sessionId} and fence = ${fence}`;
  return lease;
}
