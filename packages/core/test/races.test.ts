import {
  cancelExecutions,
  claimExecutions,
  completeExecution,
  type Deps,
  enqueueExecutions,
  expireLeases,
  heartbeat,
  type SessionActor,
  terminateExecutions,
} from '@berth/core';
import type { Database } from '@berth/db';
import { ClaimInput, EnqueueInput, ExecutionId, TerminateInput } from '@berth/dto';
import { executions, inOpenTransaction, race, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const cancel = (deps: Deps, world: World, executionId: string) =>
  cancelExecutions(deps, world.service, {
    workspaceId: world.workspaceId,
    executionIds: [ExecutionId.parse(executionId)],
  });

const terminate = (deps: Deps, world: World, executionId: string) =>
  terminateExecutions(
    deps,
    world.service,
    TerminateInput.parse({ workspaceId: world.workspaceId, executions: [{ executionId, status: 'failed' }] }),
  );

const expire = (deps: Deps) => expireLeases(deps, { leasesMax: 100, amnesty: false });

const outcomeOf = async (world: World, executionId: string) => {
  const [row] = await world.database.sql`select outcome from job_executions where execution_id = ${executionId}`;
  return row?.outcome;
};

/** A claim is one statement without a transaction of its own: to be held, it runs inside an open one. */
const claimHeld = (held: Database, world: World, actor: SessionActor, requestId = world.newId()) =>
  inOpenTransaction(held, (database) => claim(world.on(database), actor, requestId));

const claim = (deps: Deps, actor: SessionActor, requestId = deps.newId()) =>
  claimExecutions(deps, actor, ClaimInput.parse({ requestId }));

describe('races, each with who waited', () => {
  test('[CAN-14] cancel against a claim in flight: waits, then marks the new lease', async ({ world }) => {
    const executionId = await executions.queued(world);
    const { actor } = await sessions.liveSession(world);
    const { waited, holder, rival } = await race({
      database: world.database,
      holder: (held) => claimHeld(held, world, actor),
      rival: () => cancel(world.deps, world, executionId),
    });
    expect(waited).toBe(true);
    expect(holder).toMatchObject({ value: { leases: [{ executionId }] } });
    expect(rival).toMatchObject({ value: [{ result: 'requested' }] });
  });

  test('a claim against a cancel in flight: skips the entry, waits for nobody', async ({ world }) => {
    const executionId = await executions.queued(world);
    const { actor } = await sessions.liveSession(world);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => cancel(world.on(held), world, executionId),
      rival: () => claim(world.deps, actor),
    });
    expect(waited).toBe(false);
    expect(rival).toMatchObject({ value: { leases: [] } });
    expect(await outcomeOf(world, executionId)).toBe('cancelled');
  });

  test('terminate of an unknown execution against its enqueue: waits, then ends what was queued', async ({ world }) => {
    const item = executions.request(world);
    const input = EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [item] });
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => enqueueExecutions(world.on(held), world.service, input),
      rival: () => terminate(world.deps, world, item.executionId),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ value: [{ result: 'finished' }] });
    expect(await outcomeOf(world, item.executionId)).toBe('failed');
  });

  test('[ENQ-12] enqueue against the terminate of the unknown execution: waits, then finds the tombstone', async ({
    world,
  }) => {
    const item = executions.request(world);
    const input = EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [item] });
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => terminate(world.on(held), world, item.executionId),
      rival: () => enqueueExecutions(world.deps, world.service, input),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ value: [{ status: 'replayed' }] });
  });

  test('a replayed enqueue against the first: waits, then is a replay', async ({ world }) => {
    const input = EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [executions.request(world)] });
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => enqueueExecutions(world.on(held), world.service, input),
      rival: () => enqueueExecutions(world.deps, world.service, input),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ value: [{ status: 'replayed' }] });
  });

  test('complete against an expiry in flight: waits, then has lost the lease', async ({ lonelyWorld: world }) => {
    const fixture = await executions.running(world);
    await executions.age(world, fixture, 600);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => expire(world.on(held)),
      rival: () => completeExecution(world.deps, fixture.lease, { outcome: 'succeeded' }),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ reason: { reason: 'lease_lost' } });
    expect(await outcomeOf(world, fixture.executionId)).toBe('lost');
  });

  test('[EXP-19 decided] expiry against a completion in flight: skips the lease, waits for nobody', async ({
    lonelyWorld: world,
  }) => {
    const fixture = await executions.running(world);
    await executions.age(world, fixture, 600);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => completeExecution(world.on(held), fixture.lease, { outcome: 'succeeded' }),
      rival: () => expire(world.deps),
    });
    expect(waited).toBe(false);
    expect(rival).toMatchObject({ value: { expired: 0 } });
    expect(await outcomeOf(world, fixture.executionId)).toBe('succeeded');
  });

  test('a beat against an expiry in flight: waits, then has lost the lease', async ({ lonelyWorld: world }) => {
    const fixture = await executions.running(world);
    await executions.age(world, fixture, 600);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => expire(world.on(held)),
      rival: () => heartbeat(world.deps, fixture.lease, {}),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ reason: { reason: 'lease_lost' } });
  });

  test('[EXP-10] expiry against a beat in flight: skips the lease, and then finds it fresh', async ({
    lonelyWorld: world,
  }) => {
    const fixture = await executions.running(world);
    await executions.age(world, fixture, 600);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => inOpenTransaction(held, (database) => heartbeat(world.on(database), fixture.lease, {})),
      rival: () => expire(world.deps),
    });
    expect(waited).toBe(false);
    expect(rival).toMatchObject({ value: { expired: 0 } });
    expect(await expire(world.deps)).toMatchObject({ listed: 0 });
  });

  test('complete against a cancel in flight: waits, then ends with the report', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => cancel(world.on(held), world, executionId),
      rival: () => completeExecution(world.deps, lease, { outcome: 'cancelled' }),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ value: { outcome: 'cancelled' } });
  });

  test('cancel against a completion in flight: waits, then changes nothing', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => completeExecution(world.on(held), lease, { outcome: 'succeeded' }),
      rival: () => cancel(world.deps, world, executionId),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ value: [{ result: 'unchanged' }] });
    expect(await outcomeOf(world, executionId)).toBe('succeeded');
  });

  test('two calls of one session at once: one claims, the other is told that a claim is in progress', async ({
    world,
  }) => {
    const executionId = await executions.queued(world);
    const { actor } = await sessions.liveSession(world);
    const requestId = world.newId();
    const { waited, holder, rival } = await race({
      database: world.database,
      holder: (held) => claimHeld(held, world, actor, requestId),
      rival: () => claim(world.deps, actor, requestId),
    });
    expect(waited).toBe(false);
    expect(holder).toMatchObject({ value: { leases: [{ executionId }] } });
    expect(rival).toMatchObject({ reason: { reason: 'claim_in_progress' } });
  });

  test('[CLM-16] [CLM-31 decided] a head that a rival holds hides nothing: the next one is claimed', async ({
    world,
  }) => {
    const first = await executions.queued(world);
    const second = await executions.queued(world);
    const one = await sessions.liveSession(world);
    const other = await sessions.liveSession(world);
    const { waited, holder, rival } = await race({
      database: world.database,
      holder: (held) => claimHeld(held, world, one.actor),
      rival: () => claim(world.deps, other.actor),
    });
    expect(waited).toBe(false);
    expect(holder).toMatchObject({ value: { leases: [{ executionId: first }] } });
    expect(rival).toMatchObject({ value: { leases: [{ executionId: second }] } });
  });
});
