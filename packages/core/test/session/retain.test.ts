import { retainSessions } from '@berth/core';
import { executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

async function aged(
  world: World,
  days: number,
  kind: 'manual' | 'ephemeral' | 'activation' = 'manual',
): Promise<string> {
  const { grant } = await sessions.liveSession(world);
  const { sql } = world.database;
  if (kind !== 'manual') {
    const provisionerId = world.newId();
    await sql`insert into provisioners (id, scope, name) values (${provisionerId}, 'installation', ${provisionerId})`;
    await sql`
      update runner_sessions set kind = ${kind}, max_claims = 1, provisioner_id = ${provisionerId}, provider_runner_id = 'i-1',
        runner_instance_id = ${kind === 'activation' ? world.newId() : null}
      where id = ${grant.sessionId}`;
  }
  await sql`
    update runner_sessions set created_at = created_at - make_interval(days => ${days}::int) where id = ${grant.sessionId}`;
  return grant.sessionId;
}

const left = async (world: World) => {
  const rows = await world.database.sql<{ id: string }[]>`select id from runner_sessions order by created_at, id`;
  return rows.map((row) => row.id);
};

describe('old sessions', () => {
  test('[SES-16] [SES-17] [SES-18] [SES-19] go after 30 days, those of machines after 7, each kind by its own', async ({
    lonelyWorld: world,
  }) => {
    await aged(world, 31);
    await aged(world, 8, 'ephemeral');
    await aged(world, 8, 'activation');
    const kept = [
      await aged(world, 29),
      await aged(world, 8),
      await aged(world, 6, 'ephemeral'),
      await aged(world, 6, 'activation'),
    ];
    expect(await retainSessions(world.deps, { sessionsMax: 100 })).toBe(3);
    expect((await left(world)).toSorted()).toEqual(kept.toSorted());
  });

  test('[SES-20] one that holds a lease is kept', async ({ lonelyWorld: world }) => {
    const { lease } = await executions.running(world);
    await world.database.sql`update runner_sessions set created_at = now() - interval '90 days'`;
    expect(await retainSessions(world.deps, { sessionsMax: 100 })).toBe(0);
    expect(await left(world)).toEqual([lease.sessionId]);
  });

  test('[SES-21] [SES-22] a batch takes the oldest first; windows can be given', async ({ lonelyWorld: world }) => {
    const ids = [await aged(world, 5), await aged(world, 4), await aged(world, 3)];
    expect(await retainSessions(world.deps, { sessionsMax: 2, manualDays: 2 })).toBe(2);
    expect(await left(world)).toEqual(ids.slice(2));
  });
});
