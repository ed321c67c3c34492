import {
  cancelExecutions,
  completeExecution,
  heartbeat,
  introspectLease,
  releaseExecutions,
  verifyLease,
} from '@berth/core';
import { createWorld, executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const leaseRow = async (world: World, executionId: string) => {
  const [row] = await world.database.sql`select * from leases where execution_id = ${executionId}`;
  return row;
};

describe('heartbeat', () => {
  test('[HB-19 decided] shows that its session is alive by the lease alone, without a write to the session', async ({
    world,
  }) => {
    const { lease } = await executions.leased(world);
    const version = async () => {
      const [row] = await world.database
        .sql`select xmin::text as version from runner_sessions where id = ${lease.sessionId}`;
      return row?.version;
    };
    const before = await version();
    await heartbeat(world.deps, lease, {});
    expect(await version()).toBe(before);
  });

  test('[HB-01] [HB-02] keeps the first beat and advances the last', async ({ world }) => {
    const { executionId, lease } = await executions.leased(world);
    expect(await heartbeat(world.deps, lease, {})).toMatchObject({ cancel: false, drain: false, secondsLeft: 180 });
    const first = await leaseRow(world, executionId);
    await heartbeat(world.deps, lease, {});
    const second = await leaseRow(world, executionId);
    expect(second?.first_heartbeat_at).toBe(first?.first_heartbeat_at);
    expect(Date.parse(second?.last_heartbeat_at)).toBeGreaterThanOrEqual(Date.parse(first?.last_heartbeat_at));
    expect(second?.last_heartbeat_at).not.toBe(first?.last_heartbeat_at);
  });

  test('[HB-05 decided] [HB-06 decided] an unknown execution, another session and an older fence have lost the lease', async ({
    world,
  }) => {
    const { lease } = await executions.leased(world);
    const { executionId } = await executions.leased(world);
    const other = await sessions.liveSession(world);
    const wrong = [
      { ...lease, executionId },
      { ...lease, sessionId: other.actor.sessionId },
      { ...lease, fence: lease.fence - 1 },
    ];
    for (const actor of wrong)
      await expect(heartbeat(world.deps, actor, {})).rejects.toMatchObject({ reason: 'lease_lost' });
  });

  test('[HB-10 decided] capabilities left out are kept, null clears them', async ({ world }) => {
    const { lease, session } = await executions.leased(world);
    const stored = async () => {
      const [row] = await world.database.sql`
        select tool_capabilities, capabilities_reported_at from runner_sessions where id = ${session.actor.sessionId}`;
      return row;
    };
    await heartbeat(world.deps, lease, { capabilities: { harnesses: { pi: ['bash'] } } });
    await heartbeat(world.deps, lease, {});
    expect((await stored())?.tool_capabilities).toEqual({ harnesses: { pi: ['bash'] } });
    await heartbeat(world.deps, lease, { capabilities: null });
    expect(await stored()).toEqual({ tool_capabilities: null, capabilities_reported_at: null });
  });

  test('the same capabilities again keep the report fresh, at a write a minute', async ({ world }) => {
    const { lease, session } = await executions.leased(world);
    const report = { capabilities: { harnesses: { pi: ['bash'] } } };
    const reportedAt = async () => {
      const [row] = await world.database.sql`
        select capabilities_reported_at from runner_sessions where id = ${session.actor.sessionId}`;
      return row?.capabilities_reported_at;
    };
    await heartbeat(world.deps, lease, report);
    const first = await reportedAt();
    await heartbeat(world.deps, lease, report);
    expect(await reportedAt()).toBe(first);
    await world.database.sql`
      update runner_sessions set capabilities_reported_at = now() - interval '2 minutes' where id = ${session.actor.sessionId}`;
    await heartbeat(world.deps, lease, report);
    expect(Date.parse(await reportedAt())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  test('[HB-13 decided] answers tokens of the same lease: one to beat with, one that only shows it', async ({
    world,
  }) => {
    const { lease } = await executions.leased(world);
    const { leaseToken, stepToken } = await heartbeat(world.deps, lease, {});
    expect(await verifyLease(world.deps, 'lease', leaseToken)).toEqual(lease);
    expect(await verifyLease(world.deps, 'step', stepToken)).toEqual(lease);
    expect(await verifyLease(world.deps, 'lease', stepToken)).toBeNull();
    expect(await verifyLease(world.deps, 'step', leaseToken)).toBeNull();
  });
});

describe('introspect', () => {
  test('[LSE-01] is active for the holder, with whether it has started', async ({ world }) => {
    const { lease, grant } = await executions.leased(world);
    const introspect = () => introspectLease(world.deps, world.service, { stepToken: grant.stepToken });
    expect(await introspect()).toMatchObject({ active: true, started: false, executionId: lease.executionId });
    await heartbeat(world.deps, lease, {});
    expect(await introspect()).toMatchObject({ active: true, started: true, cancelRequested: false });
    await completeExecution(world.deps, lease, { outcome: 'succeeded' });
    expect(await introspect()).toEqual({ active: false });
  });

  test('[LSE-02] a lease that was told to stop is active until it ends', async ({ world }) => {
    const { executionId, grant } = await executions.running(world);
    await cancelExecutions(world.deps, world.service, { workspaceId: world.workspaceId, executionIds: [executionId] });
    const answer = await introspectLease(world.deps, world.service, { stepToken: grant.stepToken });
    expect(answer).toMatchObject({ active: true, cancelRequested: true });
  });

  test('[LSE-03] a released one is inactive at once', async ({ world }) => {
    const { executionId, grant } = await executions.running(world);
    await releaseExecutions(world.deps, world.service, { workspaceId: world.workspaceId, executionIds: [executionId] });
    expect(await introspectLease(world.deps, world.service, { stepToken: grant.stepToken })).toEqual({ active: false });
  });

  test('is inactive for a token that proves nothing, and for the lease of another tenant', async ({ world }) => {
    const { grant } = await executions.leased(world);
    const foreign = await createWorld(world.database);
    const inactive = { active: false };
    expect(await introspectLease(world.deps, world.service, { stepToken: 'nonsense' })).toEqual(inactive);
    expect(await introspectLease(world.deps, world.service, { stepToken: grant.leaseToken })).toEqual(inactive);
    expect(await introspectLease(world.deps, foreign.service, { stepToken: grant.stepToken })).toEqual(inactive);
  });
});

describe('complete', () => {
  test('ends the lease now, and the same call again gets the same answer', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    expect(await completeExecution(world.deps, lease, { outcome: 'failed' })).toEqual({ outcome: 'failed' });
    expect(await leaseRow(world, executionId)).toBeUndefined();
    expect(await completeExecution(world.deps, lease, { outcome: 'failed' })).toEqual({ outcome: 'failed' });
    await expect(completeExecution(world.deps, lease, { outcome: 'succeeded' })).rejects.toMatchObject({
      reason: 'conflict',
    });
  });

  test('an older fence has lost the lease', async ({ world }) => {
    const { lease } = await executions.running(world);
    const older = { ...lease, fence: lease.fence - 1 };
    await expect(completeExecution(world.deps, older, { outcome: 'failed' })).rejects.toMatchObject({
      reason: 'lease_lost',
    });
  });
});
