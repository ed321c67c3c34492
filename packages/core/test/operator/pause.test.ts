import { claimExecutions, listPauses, pause, resume } from '@berth/core';
import { ClaimInput, PauseCommand, ResumeCommand } from '@berth/dto';
import { createWorld, executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const scopeOf = (world: World, labels?: string[]) => ({
  workspaceId: world.workspaceId,
  ...(labels ? { labels } : {}),
});
const words = (world: World) => ({ reason: 'the registry is down', idempotencyKey: world.newId() });

const pauseIt = (world: World, labels?: string[], seconds?: number) =>
  pause(world.deps, world.operator, PauseCommand.parse({ ...scopeOf(world, labels), seconds, ...words(world) }));
const resumeIt = (world: World, labels?: string[]) =>
  resume(world.deps, world.operator, ResumeCommand.parse({ ...scopeOf(world, labels), ...words(world) }));

async function claimed(world: World, labels: string[]): Promise<string[]> {
  const { actor } = await sessions.liveSession(world, { labels });
  const input = ClaimInput.parse({ requestId: world.newId(), maxLeases: 9 });
  const { leases } = await claimExecutions(world.deps, actor, input);
  return leases.map((lease) => lease.executionId);
}

describe('a pause', () => {
  test('of a workspace grants nothing there, and everything elsewhere', async ({ world }) => {
    const other = await createWorld(world.database);
    const executionId = await executions.queued(world);
    const elsewhere = await executions.queued(other);
    await pauseIt(world);
    expect(await claimed(world, ['linux'])).toEqual([]);
    expect(await claimed(other, ['linux'])).toEqual([elsewhere]);
    expect(await resumeIt(world)).toEqual({ resumed: true });
    expect(await claimed(world, ['linux'])).toEqual([executionId]);
  });

  test('of a label set leaves the other sets alone', async ({ world }) => {
    const paused = await executions.queued(world, { labels: ['linux', 'gpu'] });
    const free = await executions.queued(world, { labels: ['linux'] });
    await pauseIt(world, ['gpu', 'linux']);
    expect(await claimed(world, ['linux', 'gpu'])).toEqual([free]);
    await resumeIt(world, ['linux', 'gpu']);
    expect(await claimed(world, ['linux', 'gpu'])).toEqual([paused]);
  });

  test('counts for nothing past its end', async ({ world }) => {
    const executionId = await executions.queued(world);
    await pauseIt(world, undefined, 60);
    await world.database
      .sql`update pauses set until = now() - interval '1 second' where workspace_id = ${world.workspaceId}`;
    expect(await claimed(world, ['linux'])).toEqual([executionId]);
    expect(await listPauses(world.deps, world.operator, {})).toEqual([]);
  });

  test('leaves alone what runs', async ({ world }) => {
    const { lease } = await executions.running(world);
    await pauseIt(world);
    const [row] = await world.database.sql`select 1 as held from leases where execution_id = ${lease.executionId}`;
    expect(row).toEqual({ held: 1 });
  });

  test('is listed with who, why and until when; the last word stands', async ({ world }) => {
    await pauseIt(world, ['linux']);
    await pauseIt(world, ['linux'], 3_600);
    expect(await listPauses(world.deps, world.operator, {})).toMatchObject([
      { workspaceId: world.workspaceId, labels: ['linux'], note: 'the registry is down', operator: 'operator' },
    ]);
  });

  test('wakes a waiting claim when it ends', async ({ world }) => {
    const executionId = await executions.queued(world);
    await pauseIt(world);
    const { actor } = await sessions.liveSession(world);
    const input = ClaimInput.parse({ requestId: world.newId(), waitSeconds: 50 });
    const waiting = claimExecutions(world.deps, actor, input);
    await resumeIt(world);
    expect(await waiting).toMatchObject({ leases: [{ executionId }] });
  });

  test('is refused for a workspace that is not there, or not granted', async ({ world }) => {
    const unknown = { workspaceId: world.newId(), ...words(world) };
    const everywhere = { ...world.operator, workspaceIds: null };
    const input = PauseCommand.parse(unknown);
    await expect(pause(world.deps, everywhere, input)).rejects.toMatchObject({ reason: 'workspace_not_found' });
    await expect(pause(world.deps, world.operator, input)).rejects.toMatchObject({ reason: 'forbidden' });
  });
});
