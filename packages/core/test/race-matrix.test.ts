import { DomainError } from '@berth/core';
import { executions, race, sessions, test } from '@berth/testing';
import { describe, expect } from 'vitest';
import { type Contestant, mustWait, onLeased, onQueued, runHeld, type Scene } from './support/race-table.ts';

const pairs = (contestants: readonly Contestant[]) =>
  contestants.flatMap((holder) =>
    contestants.map((rival) => ({ holder, rival, pair: `${rival.name} against ${holder.name} in flight` })),
  );

/** Both go through, or are refused for a reason; nobody dies of a deadlock. The invariants are looked at after each. */
async function compete(scene: Scene, holder: Contestant, rival: Contestant): Promise<void> {
  const result = await race({
    database: scene.world.database,
    holder: (held) => runHeld(holder, scene, held),
    rival: () => rival.run(scene, scene.world.deps),
  });
  expect(result.waited).toBe(mustWait(holder, rival));
  expect(result.holder.status).toBe('fulfilled');
  if (result.rival.status === 'rejected') expect(result.rival.reason).toBeInstanceOf(DomainError);
}

describe('on a queued execution', () => {
  test.for(pairs(onQueued))('$pair', async ({ holder, rival }, { world }) => {
    const queuedAt = new Date(Date.now() - 120_000).toISOString();
    const item = executions.request(world, { queuedAt, queueTimeoutSeconds: 60 });
    await executions.queued(world, item);
    await compete({ world, item, session: await sessions.liveSession(world) }, holder, rival);
  });
});

describe('on a leased execution', () => {
  test.for(pairs(onLeased))('$pair', async ({ holder, rival }, { world }) => {
    const session = await sessions.liveSession(world);
    const item = executions.request(world);
    const leased = await executions.leased(world, { ...item, session });
    await executions.age(world, leased, 90);
    await compete({ world, item, session, leased }, holder, rival);
  });
});
