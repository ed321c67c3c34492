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
