import { registerSession, type SessionActor } from '@berth/core';
import { RegisterInput, type SessionGrant } from '@berth/dto';
import type { z } from 'zod';
import type { World } from '../world.ts';

export type SessionFixture = { grant: SessionGrant; actor: SessionActor };

/** A registered runner session that may claim. */
export async function liveSession(
  world: World,
  options: Partial<z.input<typeof RegisterInput>> = {},
): Promise<SessionFixture> {
  const grant = await registerSession(
    world.deps,
    world.registration,
    RegisterInput.parse({ labels: ['linux'], ...options }),
  );
  return { grant, actor: { kind: 'session', workspaceId: grant.workspaceId, sessionId: grant.sessionId } };
}
