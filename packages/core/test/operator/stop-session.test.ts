import { claimExecutions, completeExecution, drainSession, heartbeat, revokeSession } from '@berth/core';
import { ClaimInput, StopSessionCommand } from '@berth/dto';
import { createWorld, executions, inOpenTransaction, race, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const command = (world: World, sessionId: string) =>
  StopSessionCommand.parse({
    workspaceId: world.workspaceId,
    sessionId,
    reason: 'the host misbehaves',
    idempotencyKey: world.newId(),
  });
const claim = (world: World) => ClaimInput.parse({ requestId: world.newId() });

describe('revoking a session', () => {
  test('it claims nothing any more; what it holds runs on', async ({ world }) => {
    const { session, lease } = await executions.running(world);
    await revokeSession(world.deps, world.operator, command(world, lease.sessionId));
    await executions.queued(world, { labels: session.grant.labels });
    const claimed = claimExecutions(world.deps, session.actor, claim(world));
    await expect(claimed).rejects.toMatchObject({ reason: 'session_revoked' });
    expect(await heartbeat(world.deps, lease, {})).toMatchObject({ cancel: false, drain: false });
    expect(await completeExecution(world.deps, lease, { outcome: 'succeeded' })).toEqual({ outcome: 'succeeded' });
  });

  test('a revocation against a claim in flight waits, and the claim stands', async ({ world }) => {
    const executionId = await executions.queued(world);
    const { actor } = await sessions.liveSession(world);
    const { waited, holder, rival } = await race({
      database: world.database,
      holder: (held) => inOpenTransaction(held, (database) => claimExecutions(world.on(database), actor, claim(world))),
      rival: () => revokeSession(world.deps, world.operator, command(world, actor.sessionId)),
    });
    expect(waited).toBe(true);
    expect(holder).toMatchObject({ value: { leases: [{ executionId }] } });
    expect(rival).toMatchObject({ value: { sessionId: actor.sessionId } });
  });

  test('a claim against a revocation in flight waits for nobody, and is told to try again', async ({ world }) => {
    await executions.queued(world);
    const { actor } = await sessions.liveSession(world);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => revokeSession(world.on(held), world.operator, command(world, actor.sessionId)),
      rival: () => claimExecutions(world.deps, actor, claim(world)),
    });
    expect(waited).toBe(false);
    expect(rival).toMatchObject({ reason: { reason: 'claim_in_progress' } });
    await expect(claimExecutions(world.deps, actor, claim(world))).rejects.toMatchObject({ reason: 'session_revoked' });
  });

  test('of another workspace is refused', async ({ world }) => {
    const foreign = await createWorld(world.database);
    const { actor } = await sessions.liveSession(foreign);
    const input = command(world, actor.sessionId);
    await expect(revokeSession(world.deps, world.operator, input)).rejects.toMatchObject({
      reason: 'session_not_found',
    });
  });
});

describe('draining a session', () => {
  test('its runner is told with the next beat, and it claims nothing more', async ({ world }) => {
    const { session, lease } = await executions.running(world);
    await drainSession(world.deps, world.operator, command(world, lease.sessionId));
    expect(await heartbeat(world.deps, lease, {})).toMatchObject({ cancel: false, drain: true });
    await executions.queued(world, { labels: session.grant.labels });
    expect(await claimExecutions(world.deps, session.actor, claim(world))).toEqual({ leases: [] });
  });
});
