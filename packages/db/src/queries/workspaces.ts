import type { Sql } from '../client.ts';

export type WorkspaceStatus = 'active' | 'suspended' | 'deleted';

/** The workspace's status; an unknown one is made, active. */
export async function ensureWorkspace(sql: Sql, workspaceId: string): Promise<WorkspaceStatus> {
  const known = await workspaceStatus(sql, workspaceId);
  if (known) return known;
  await sql`insert into workspaces (id) values (${workspaceId}) on conflict do nothing`;
  return (await workspaceStatus(sql, workspaceId)) ?? 'active';
}

export async function workspaceStatus(sql: Sql, workspaceId: string): Promise<WorkspaceStatus | undefined> {
  const [row] = await sql<{ status: WorkspaceStatus }[]>`select status from workspaces where id = ${workspaceId}`;
  return row?.status;
}

/** All workspaces, or those named, by id. */
export function listWorkspaces(sql: Sql, ids: readonly string[] | null) {
  return sql<{ id: string; status: WorkspaceStatus }[]>`
    select id, status from workspaces
    where ${ids === null} or id = any(${ids === null ? [] : [...ids]}::uuid[])
    order by created_at, id limit 1000`;
}
