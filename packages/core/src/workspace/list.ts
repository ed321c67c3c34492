import { listWorkspaces as list } from '@berth/db';
import { WorkspaceId, type WorkspaceView } from '@berth/dto';
import type { OperatorActor } from '../actor.ts';
import type { Deps } from '../deps.ts';

/** The workspaces that the operator may see, oldest first, up to 1,000. */
export async function listWorkspaces(deps: Deps, actor: OperatorActor): Promise<WorkspaceView[]> {
  const rows = await list(deps.database.sql, actor.workspaceIds);
  return rows.map(({ id, status }) => ({ workspaceId: WorkspaceId.parse(id), status }));
}
