import { reconcilers } from '@berth/core';
import { executions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const beat = (world: World) => reconcilers.pulse.run(world.deps);

/** Seconds of amnesty still to run, rounded; null when none was given or it is over. */
async function amnestyLeft(world: World): Promise<number | null> {
  const [row] = await world.database.sql<{ left: number | null }[]>`
    select round(extract(epoch from amnesty_until - now()))::int as left from control_plane_pulse where amnesty_until > now()`;
  return row?.left ?? null;
}

const sleepFor = (world: World, seconds: number) => world.database.sql`
  update control_plane_pulse set beat_at = beat_at - make_interval(secs => ${seconds}::float8),
    amnesty_until = amnesty_until - make_interval(secs => ${seconds}::float8),
    window_started_at = window_started_at - make_interval(secs => ${seconds}::float8)`;

/** Two beats of a runner, of three in a lease of 180 s. */
const amnesty = 120;

describe('the amnesty', () => {
  test('is not given by the first beat of a new database, nor by one that comes in time', async ({
    lonelyWorld: world,
  }) => {
    await beat(world);
    await sleepFor(world, 10);
    await beat(world);
    expect(await amnestyLeft(world)).toBeNull();
  });

  test('is given by the beat that finds a gap, for two beats of a runner', async ({ lonelyWorld: world }) => {
    await beat(world);
    await sleepFor(world, 20);
    await beat(world);
    expect(await amnestyLeft(world)).toBe(amnesty);
  });

  test('is given by the beat that finds PostgreSQL restarted', async ({ lonelyWorld: world }) => {
    await beat(world);
    await world.database.sql`
      update control_plane_pulse set postmaster_started_at = postmaster_started_at - interval '1 day'`;
    await beat(world);
    expect(await amnestyLeft(world)).toBe(amnesty);
  });

  test('adds up to ten minutes an hour at most, and begins anew with the next hour', async ({ lonelyWorld: world }) => {
    await beat(world);
    for (let n = 0; n < 7; n++) {
      await sleepFor(world, amnesty);
      await beat(world);
      const given = n < 5;
      expect(await amnestyLeft(world)).toBe(given ? amnesty : null);
    }
    await sleepFor(world, 3_600);
    await beat(world);
    expect(await amnestyLeft(world)).toBe(amnesty);
  });

  test('keeps every lease while it lasts, and no longer', async ({ lonelyWorld: world }) => {
    await beat(world);
    const fixture = await executions.running(world);
    await executions.age(world, fixture, 600);
    await sleepFor(world, 600);
    await beat(world);
    const held = async () => {
      await reconcilers.expire.run(world.deps);
      const rows = await world.database.sql`select 1 from leases where execution_id = ${fixture.executionId}`;
      return rows.length === 1;
    };
    expect(await held()).toBe(true);
    await sleepFor(world, amnesty + 1);
    expect(await held()).toBe(false);
  });
});
