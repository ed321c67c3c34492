import { claimExecutions, expireInQueue, expireLeases } from '@berth/core';
import { ClaimInput } from '@berth/dto';
import { executions, inOpenTransaction, race, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const sweep = (world: World) => expireInQueue(world.deps, { entriesMax: 100 });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const outcomeOf = async (world: World, executionId: string) => {
  const [row] = await world.database.sql`select outcome from job_executions where execution_id = ${executionId}`;
  return row?.outcome;
};

describe('the queue timeout', () => {
  test('ends what waited for too long, and nothing else', async ({ lonelyWorld: world }) => {
    const overdue = await executions.queued(world, { queuedAt: ago(120), queueTimeoutSeconds: 60 });
    const inTime = await executions.queued(world, { queuedAt: ago(30), queueTimeoutSeconds: 60 });
    const patient = await executions.queued(world, { queuedAt: ago(86_400) });
    expect(await sweep(world)).toEqual({ listed: 1, finished: 1 });
    expect(await outcomeOf(world, overdue)).toBe('expired_in_queue');
    expect(await outcomeOf(world, inTime)).toBeNull();
    expect(await outcomeOf(world, patient)).toBeNull();
  });

  test('counts from the first queueing, also over a requeue', async ({ lonelyWorld: world }) => {
    const fixture = await executions.leased(world, { queuedAt: ago(50), queueTimeoutSeconds: 60 });
    await executions.age(world, fixture, 90);
    await world.database.sql`update leases set queue_expires_at = queue_expires_at - interval '90 seconds'`;
    await expireLeases(world.deps, { leasesMax: 10, amnesty: false });
    expect(await sweep(world)).toEqual({ listed: 1, finished: 1 });
  });

  test('loses against a claim in flight: skips the entry, waits for nobody', async ({ lonelyWorld: world }) => {
    const executionId = await executions.queued(world, { queuedAt: ago(120), queueTimeoutSeconds: 60 });
    const { actor } = await sessions.liveSession(world);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) =>
        inOpenTransaction(held, (database) =>
          claimExecutions(world.on(database), actor, ClaimInput.parse({ requestId: world.newId() })),
        ),
      rival: () => sweep(world),
    });
    expect(waited).toBe(false);
    expect(rival).toMatchObject({ value: { finished: 0 } });
    expect(await outcomeOf(world, executionId)).toBeNull();
  });
});
