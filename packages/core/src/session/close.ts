import { closeSession as close } from '@berth/db';
import type { SessionActor } from '../actor.ts';
import type { Deps } from '../deps.ts';

/** The runner's goodbye after its drain: the session claims nothing any more. Leases it still holds run on. */
export async function closeSession(deps: Deps, actor: SessionActor): Promise<{ closed: boolean }> {
  return { closed: await close(deps.database.sql, actor.workspaceId, actor.sessionId) };
}
