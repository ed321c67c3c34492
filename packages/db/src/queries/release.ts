import type { TerminalStatus } from '@berth/dto';
import type { Tx } from '../transaction.ts';
import type { QueuePlace } from './expire.ts';
import type { JobIds } from './finish.ts';

/** The sessions that hold leases of these executions; read without locks, so it may be out of date at once. */
export async function sessionsHolding(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ session_id: string }[]>`
    select distinct session_id from leases
    where workspace_id = ${workspaceId} and execution_id = any(${[...ids]}::uuid[])`;
  return rows.map((row) => row.session_id);
}

export type HeldLease = JobIds &
  QueuePlace & {
    session_id: string;
    request_id: string;
    fence: number;
    started: boolean;
    cancel_requested: boolean;
    terminated_as: TerminalStatus | null;
    max_starts: number;
  };

/** The leases of these executions with what decides their end; the caller holds them. */
export function leasesOf(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<HeldLease[]> {
  return tx.sql<HeldLease[]>`
    select l.workspace_id, l.execution_id, l.session_id, l.request_id, l.fence, l.label_set_id, l.priority, l.queued_at, l.seq,
      l.queue_expires_at, l.starts, l.first_heartbeat_at is not null as started,
      l.cancellation_requested_at is not null as cancel_requested, e.terminated_as, e.max_starts, e.job_id, e.workflow_run_id,
      e.workflow_run_attempt_id
    from leases l join job_executions e using (workspace_id, execution_id)
    where l.workspace_id = ${workspaceId} and l.execution_id = any(${[...ids]}::uuid[])
    order by l.execution_id`;
}

/** Takes back what a claim left on its session, for a claim that its runner never heard of: the same request may come again. */
export async function refundClaim(tx: Tx, sessionId: string, requestId: string): Promise<void> {
  await tx.sql`
    update runner_sessions
    set claims_used = claims_used - case when max_claims is null then 0 else 1 end, last_request_id = nullif(last_request_id, ${requestId}::uuid)
    where id = ${sessionId}`;
}

/** Executions of these jobs that have not finished. */
export async function unfinishedOfJobs(tx: Tx, workspaceId: string, jobIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ execution_id: string }[]>`
    select execution_id from job_executions
    where workspace_id = ${workspaceId} and job_id = any(${[...jobIds]}::uuid[]) and finished_at is null
    order by execution_id`;
  return rows.map((row) => row.execution_id);
}
