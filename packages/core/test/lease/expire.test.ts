import { cancelExecutions, claimExecutions, expireLeases, heartbeat, terminateExecutions } from '@berth/core';
import { ClaimInput, type ExecutionId } from '@berth/dto';
import { executions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const expire = (world: World, leasesMax = 100) => expireLeases(world.deps, { leasesMax, amnesty: false });

const eventsOf = async (world: World, executionId: ExecutionId) => {
  const rows = await world.database.sql<{ type: string; data: Record<string, unknown> }[]>`
    select type, data from events where subject = ${executionId} order by id`;
  return rows;
};
const lastEvent = async (world: World, executionId: ExecutionId) => (await eventsOf(world, executionId)).at(-1);

const cancel = (world: World, executionId: ExecutionId) =>
  cancelExecutions(world.deps, world.service, { workspaceId: world.workspaceId, executionIds: [executionId] });

describe('expire', () => {
  test('[EXP-01] a lease silent beyond the limit is lost, told with its ids and nothing else', async ({
    lonelyWorld: world,
  }) => {
    const fixture = await executions.running(world);
    await executions.age(world, fixture, 600);
    expect(await expire(world)).toMatchObject({ expired: 1 });
    const event = await lastEvent(world, fixture.executionId);
    expect(event?.type).toBe('runners.job.lease_expired');
    expect(Object.keys(event?.data ?? {}).sort()).toEqual(
      ['executionId', 'jobId', 'workflowRunAttemptId', 'workflowRunId', 'workspaceId'].sort(),
    );
  });

  test('[EXP-02] never beaten within the first-beat time: lost when its starts are used up', async ({
    lonelyWorld: world,
  }) => {
    const fixture = await executions.leased(world, { maxStarts: 1 });
    await executions.age(world, fixture, 90);
    expect(await expire(world)).toMatchObject({ expired: 1, requeued: 0 });
  });

  test('never beaten, starts left: back to its old place, and the next claim gets a higher fence', async ({
    lonelyWorld: world,
  }) => {
    const queuedAt = new Date(Date.now() - 7_200_000).toISOString();
    const fixture = await executions.leased(world, { maxStarts: 2, queuedAt });
    const place = () => world.database.sql`
      select queued_at, seq, priority from queue_entries where execution_id = ${fixture.executionId}`;
    const [before] = await world.database.sql`
      select queued_at, seq, priority from leases where execution_id = ${fixture.executionId}`;
    await executions.age(world, fixture, 90);
    expect(await expire(world)).toMatchObject({ requeued: 1, expired: 0 });
    expect(await lastEvent(world, fixture.executionId)).toMatchObject({
      type: 'runners.job.requeued',
      data: { startsLeft: 1 },
    });
    expect((await place())[0]).toEqual(before);

    const claim = ClaimInput.parse({ requestId: world.newId() });
    const { leases } = await claimExecutions(world.deps, fixture.session.actor, claim);
    expect(leases).toMatchObject([{ executionId: fixture.executionId }]);
    expect(leases[0]?.fence).toBeGreaterThan(fixture.grant.fence);
    await expect(heartbeat(world.deps, fixture.lease, {})).rejects.toMatchObject({ reason: 'lease_lost' });
  });

  test('[EXP-03] [EXP-04] [EXP-07] [EXP-09] leases inside their time are kept, and nothing is ended', async ({
    lonelyWorld: world,
  }) => {
    const fresh = await executions.leased(world);
    await executions.age(world, fresh, 30);
    const quiet = await executions.running(world);
    await executions.age(world, quiet, 90);
    expect(await expire(world)).toEqual({ listed: 0, expired: 0, finished: 0, requeued: 0 });
  });

  test('[EXP-05] [EXP-06] a last beat after the start counts as a beat', async ({ lonelyWorld: world }) => {
    const fixture = await executions.leased(world);
    const silent = (seconds: number) => world.database.sql`
      update leases set started_at = now() - make_interval(secs => ${seconds + 60}::float8),
        last_heartbeat_at = now() - make_interval(secs => ${seconds}::float8)
      where execution_id = ${fixture.executionId}`;
    await silent(30);
    expect(await expire(world)).toMatchObject({ listed: 0 });
    await silent(600);
    expect(await expire(world)).toMatchObject({ expired: 1, requeued: 0 });
  });

  test('[EXP-08] [EXP-15] a mixed batch: only the stale go, one event each', async ({ lonelyWorld: world }) => {
    const stale = [await executions.running(world), await executions.running(world)];
    const live = await executions.running(world);
    for (const fixture of stale) await executions.age(world, fixture, 600);
    expect(await expire(world)).toMatchObject({ expired: 2 });
    for (const { executionId } of stale)
      expect(
        (await eventsOf(world, executionId)).filter(({ type }) => type === 'runners.job.lease_expired'),
      ).toHaveLength(1);
    expect(await heartbeat(world.deps, live.lease, {})).toMatchObject({ cancel: false });
  });

  test('[EXP-11] [EXP-16] ticks at once and again end each lease once', async ({ lonelyWorld: world }) => {
    const stale = await Promise.all(Array.from({ length: 8 }, () => executions.running(world)));
    for (const fixture of stale) await executions.age(world, fixture, 600);
    const ticks = await Promise.all([expire(world), expire(world), expire(world)]);
    const again = await expire(world);
    expect([...ticks, again].reduce((sum, tick) => sum + tick.expired, 0)).toBe(8);
  });

  test('[EXP-22 decided] one call is one batch, the longest silent first', async ({ lonelyWorld: world }) => {
    const younger = await executions.running(world);
    const older = await executions.running(world);
    await executions.age(world, younger, 600);
    await executions.age(world, older, 900);
    expect(await expire(world, 1)).toMatchObject({ listed: 1, expired: 1 });
    expect(await lastEvent(world, older.executionId)).toMatchObject({ type: 'runners.job.lease_expired' });
    expect(await expire(world, 1)).toMatchObject({ expired: 1 });
  });

  test('past the grace of its cancel a lease ends as cancelled, although the runner beats', async ({
    lonelyWorld: world,
  }) => {
    const fixture = await executions.running(world);
    await cancel(world, fixture.executionId);
    await executions.age(world, fixture, 61);
    await heartbeat(world.deps, fixture.lease, {});
    expect(await expire(world)).toMatchObject({ finished: 1 });
    expect(await lastEvent(world, fixture.executionId)).toMatchObject({
      type: 'runners.job.finished',
      data: { outcome: 'cancelled' },
    });
  });

  test('[EXP-23 decided] a terminated lease ends as finished with the terminal word, not as lost', async ({
    lonelyWorld: world,
  }) => {
    const fixture = await executions.running(world);
    await terminateExecutions(world.deps, world.service, {
      workspaceId: world.workspaceId,
      executions: [{ executionId: fixture.executionId, status: 'succeeded' }],
    });
    await executions.age(world, fixture, 600);
    await expire(world);
    expect(await lastEvent(world, fixture.executionId)).toMatchObject({
      type: 'runners.job.finished',
      data: { outcome: 'succeeded' },
    });
  });

  test('never started but cancelled: not back to the queue', async ({ lonelyWorld: world }) => {
    const fixture = await executions.leased(world);
    await cancel(world, fixture.executionId);
    await executions.age(world, fixture, 90);
    expect(await expire(world)).toMatchObject({ requeued: 0, finished: 1 });
  });

  test('under an amnesty nothing ends', async ({ lonelyWorld: world }) => {
    const fixture = await executions.running(world);
    await executions.age(world, fixture, 600);
    expect(await expireLeases(world.deps, { leasesMax: 100, amnesty: true })).toMatchObject({ expired: 0 });
    expect(await heartbeat(world.deps, fixture.lease, {})).toMatchObject({ cancel: false });
  });
});
