import { countByWorkspace } from '@berth/db';
import { type CountsInput, WorkspaceCounts } from '@berth/dto';
import { requireWorkspace, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';

/**
 * Queued and running executions of each workspace, in the order asked for, zeros included.
 *
 * @throws DomainError `forbidden` when one of them is not the caller's. (QD-01…QD-03)
 */
export async function countExecutions(
  deps: Deps,
  actor: ServiceActor,
  { workspaceIds }: CountsInput,
): Promise<WorkspaceCounts[]> {
  for (const workspaceId of workspaceIds) requireWorkspace(actor, workspaceId);
  const rows = await countByWorkspace(deps.database.sql, workspaceIds);
  return rows.map(({ workspace_id, queued, running }) =>
    WorkspaceCounts.parse({ workspaceId: workspace_id, queued, running }),
  );
}
