import { claimExecutions, expireLeases, heartbeat, terminateExecutions } from '@berth/core';
import { ClaimInput, type ExecutionId, TerminateInput } from '@berth/dto';
import { executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

/**
 * A queue entry of an execution that is leased. No operation makes one: the record is inserted once, a claim takes the
 * entry away with the lease it makes, a requeue deletes the lease first. So these are written by hand, and taken away
 * again where a test would leave one for the invariants to find.
 */
const makeOrphan = (world: World, executionId: ExecutionId) => world.database.sql`
  insert into queue_entries (workspace_id, execution_id, label_set_id, priority, queued_at, seq)
  select workspace_id, execution_id, label_set_id, priority, queued_at - interval '1 hour', 0
  from leases where execution_id = ${executionId}`;
const removeOrphan = (world: World, executionId: ExecutionId) =>
  world.database.sql`delete from queue_entries where execution_id = ${executionId}`;
const hasEntry = async (world: World, executionId: ExecutionId) =>
  (await world.database.sql`select 1 from queue_entries where execution_id = ${executionId}`).length > 0;
const claimsTold = async (world: World, executionId: ExecutionId) =>
  (await world.database.sql`select 1 from events where subject = ${executionId} and type = 'runners.job.claimed'`)
    .length;
const claim = (world: World, { actor }: Awaited<ReturnType<typeof sessions.liveSession>>) =>
  claimExecutions(world.deps, actor, ClaimInput.parse({ requestId: world.newId() }));

describe('an orphan entry', () => {
  test('[CLM-26 unreachable] [CLM-27] is dropped by a claim: nothing charged, nothing told, the lease stays', async ({
    world,
  }) => {
    const { executionId, session } = await executions.leased(world);
    await makeOrphan(world, executionId);
    const other = await sessions.liveSession(world, { labels: session.grant.labels });
    expect(await claim(world, other)).toEqual({ leases: [] });
    expect(await hasEntry(world, executionId)).toBe(false);
    expect(await claimsTold(world, executionId)).toBe(1);
    const [row] = await world.database.sql`
      select leases_open, last_request_id from runner_sessions where id = ${other.actor.sessionId}`;
    expect(row).toEqual({ leases_open: 0, last_request_id: null });
  });

  test('[CLM-30] behind an older entry does not come before it', async ({ world }) => {
    const { executionId, session } = await executions.leased(world);
    const older = await executions.queued(world, {
      labels: session.grant.labels,
      queuedAt: new Date(Date.now() - 86_400_000).toISOString(),
    });
    await makeOrphan(world, executionId);
    const other = await sessions.liveSession(world, { labels: session.grant.labels });
    expect(await claim(world, other)).toMatchObject({ leases: [{ executionId: older }] });
    await removeOrphan(world, executionId);
  });

  test('[CLM-29] [CAN-15] that fits nobody stays until the terminal word, which marks the lease and keeps it', async ({
    world,
  }) => {
    const { executionId, lease } = await executions.running(world);
    await makeOrphan(world, executionId);
    await claim(world, await sessions.liveSession(world, { labels: ['elsewhere'] }));
    expect(await hasEntry(world, executionId)).toBe(true);
    const facts = { workspaceId: world.workspaceId, executions: [{ executionId, status: 'failed' as const }] };
    const told = await terminateExecutions(world.deps, world.service, TerminateInput.parse(facts));
    expect(told).toEqual([{ executionId, result: 'requested' }]);
    expect(await hasEntry(world, executionId)).toBe(false);
    expect(await heartbeat(world.deps, lease, {})).toMatchObject({ cancel: true });
  });

  test('[EXP-13] of a live lease is left alone by the expiry', async ({ lonelyWorld: world }) => {
    const { executionId } = await executions.running(world);
    await makeOrphan(world, executionId);
    expect(await expireLeases(world.deps, { leasesMax: 10, amnesty: false })).toMatchObject({ listed: 0 });
    expect(await hasEntry(world, executionId)).toBe(true);
    await removeOrphan(world, executionId);
  });
});
