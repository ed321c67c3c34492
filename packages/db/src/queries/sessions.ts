import type { Sql } from '../client.ts';
import type { Tx } from '../transaction.ts';

export type NewSession = {
  id: string;
  workspaceId: string;
  credentialId: string;
  name: string | null;
  labels: readonly string[];
  capabilities: unknown;
  maxConcurrent: number | null;
};

/** A manual session: no cap, no machine. */
export async function insertManualSession(sql: Sql, session: NewSession): Promise<void> {
  const report = session.capabilities === null ? null : JSON.stringify(session.capabilities);
  await sql`
    insert into runner_sessions (id, workspace_id, kind, credential_id, name, labels, tool_capabilities,
      capabilities_reported_at, max_concurrent)
    values (${session.id}, ${session.workspaceId}, 'manual', ${session.credentialId}, ${session.name},
      ${[...session.labels]}::text[], ${report}::jsonb, case when ${report}::jsonb is null then null else now() end,
      ${session.maxConcurrent})`;
}

export type SessionRow = {
  id: string;
  workspace_id: string;
  labels: string[];
  max_claims: number | null;
  open: boolean;
  credential_id: string;
};

/** A session with whether it may still claim; `open` is false once it was revoked or closed. */
export async function findSession(sql: Sql, workspaceId: string, sessionId: string): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select id, workspace_id, labels, max_claims, credential_id, revoked_at is null and closed_at is null as open
    from runner_sessions where id = ${sessionId} and workspace_id = ${workspaceId}`;
  return row;
}

export type CapabilityReport = { capabilities: unknown; age_seconds: number | null };

/** What a session last said that it offers, and how long ago by the database's clock. */
export async function findCapabilities(sql: Sql, workspaceId: string, sessionId: string) {
  const [row] = await sql<CapabilityReport[]>`
    select tool_capabilities as capabilities, extract(epoch from now() - capabilities_reported_at)::float8 as age_seconds
    from runner_sessions where id = ${sessionId} and workspace_id = ${workspaceId}`;
  return row;
}

/** Days after its registration that a session is kept, by kind. */
export type SessionRetention = { manualDays: number; machineDays: number };

/**
 * Deletes sessions past their days, the oldest first; one that holds a lease, or that anybody is just using, is left
 * for another time.
 */
export async function deleteOldSessions(sql: Sql, { manualDays, machineDays }: SessionRetention, limit: number) {
  const rows = await sql`
    delete from runner_sessions where id in (
      select id from runner_sessions s
      where created_at < now() - make_interval(days => case kind when 'manual' then ${manualDays}::int else ${machineDays}::int end)
        and not exists (select from leases l where l.session_id = s.id)
      order by created_at, id limit ${limit}::int
      for update skip locked)
    returning id`;
  return rows.length;
}

/** Revoked: claims nothing any more. Draining: as well, and its runner is told with its next beat to end. First time stands. */
export async function stopSession(tx: Tx, workspaceId: string, sessionId: string, how: 'revoke' | 'drain') {
  const column = how === 'revoke' ? tx.sql`revoked_at` : tx.sql`draining_at`;
  const rows = await tx.sql`
    update runner_sessions set ${column} = coalesce(${column}, now())
    where id = ${sessionId} and workspace_id = ${workspaceId} returning id`;
  return rows.length > 0;
}

/** The runner's goodbye. True for the call that closed it. */
export async function closeSession(sql: Sql, workspaceId: string, sessionId: string): Promise<boolean> {
  const rows = await sql`
    update runner_sessions set closed_at = now()
    where id = ${sessionId} and workspace_id = ${workspaceId} and closed_at is null returning id`;
  return rows.length > 0;
}
