import type { World } from '@berth/testing';

/** How many rows a workspace has in every table that a call of it can write. */
export async function rowsOf({ database, workspaceId }: Pick<World, 'database' | 'workspaceId'>) {
  const [counts] = await database.sql`
    select
      (select count(*)::int from job_executions where workspace_id = ${workspaceId}) as records,
      (select count(*)::int from queue_entries where workspace_id = ${workspaceId}) as queued,
      (select count(*)::int from leases where workspace_id = ${workspaceId}) as leases,
      (select count(*)::int from runner_sessions where workspace_id = ${workspaceId}) as sessions,
      (select count(*)::int from events where workspace_id = ${workspaceId}) as events,
      (select count(*)::int from audit_entries where workspace_id = ${workspaceId}) as audit,
      (select count(*)::int from credentials
        where ${workspaceId} = any(workspace_ids) and revoked_at is null) as credentials,
      (select count(*)::int from label_sets where workspace_id = ${workspaceId}) as label_sets`;
  return counts;
}
