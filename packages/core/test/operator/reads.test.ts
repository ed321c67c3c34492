import { getExecution, getOverview, listExecutions, reconcilers } from '@berth/core';
import { noteLoopStart, noteLoopSuccess } from '@berth/db';
import { ExecutionKey, ListExecutionsInput } from '@berth/dto';
import { createWorld, executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const list = (world: World, input: Partial<Record<keyof ListExecutionsInput, unknown>> = {}) =>
  listExecutions(world.deps, world.operator, ListExecutionsInput.parse(input));
const idsOf = async (world: World, input = {}) => (await list(world, input)).items.map((item) => item.executionId);

describe('list', () => {
  test('filters by state, outcome, labels, run and session', async ({ world }) => {
    const workflowRunId = world.newId();
    const queued = await executions.queued(world, { labels: ['linux', 'gpu'], workflowRunId });
    const running = await executions.running(world);
    const finished = await executions.finished(world);
    expect(await idsOf(world)).toEqual([finished.executionId, running.executionId, queued]);
    expect(await idsOf(world, { state: 'queued' })).toEqual([queued]);
    expect(await idsOf(world, { state: 'running' })).toEqual([running.executionId]);
    expect(await idsOf(world, { state: 'finished', outcome: 'succeeded' })).toEqual([finished.executionId]);
    expect(await idsOf(world, { outcome: 'failed' })).toEqual([]);
    expect(await idsOf(world, { labels: ['GPU'] })).toEqual([queued]);
    expect(await idsOf(world, { workflowRunId })).toEqual([queued]);
    expect(await idsOf(world, { sessionId: running.lease.sessionId })).toEqual([running.executionId]);
    expect(await idsOf(world, { sessionId: finished.lease.sessionId })).toEqual([finished.executionId]);
  });

  test('pages by keyset: every row once, newest first', async ({ world }) => {
    const all = [];
    for (let n = 0; n < 7; n++) all.unshift(await executions.queued(world));
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await list(world, { pageSize: 3, pageToken });
      seen.push(...page.items.map((item) => item.executionId));
      pageToken = page.nextPageToken ?? undefined;
    } while (pageToken !== undefined);
    expect(seen).toEqual(all);
  });

  test('a page token of another filter, or none of ours, is refused', async ({ world }) => {
    for (let n = 0; n < 2; n++) await executions.queued(world);
    const { nextPageToken } = await list(world, { pageSize: 1 });
    await expect(list(world, { pageSize: 1, state: 'queued', pageToken: nextPageToken })).rejects.toMatchObject({
      reason: 'invalid_input',
    });
    await expect(list(world, { pageToken: 'nonsense' })).rejects.toMatchObject({ reason: 'invalid_input' });
  });

  test('shows granted workspaces only', async ({ world }) => {
    const foreign = await createWorld(world.database);
    await executions.queued(foreign);
    expect(await idsOf(world)).toEqual([]);
    await expect(list(world, { workspaceId: foreign.workspaceId })).rejects.toMatchObject({ reason: 'forbidden' });
  });
});

describe('get', () => {
  test('shows the lease with what is left of it, and the history in order', async ({ world }) => {
    const { executionId, session } = await executions.running(world);
    const key = ExecutionKey.parse({ workspaceId: world.workspaceId, executionId });
    const detail = await getExecution(world.deps, world.operator, key);
    expect(detail.execution).toMatchObject({ state: 'running', lease: { sessionId: session.actor.sessionId } });
    expect(detail.execution.lease?.secondsLeft).toBeGreaterThan(170);
    expect(detail.matchingSessions).toBeNull();
    expect(detail.events.map((event) => event.type)).toEqual(['runners.job.queued', 'runners.job.claimed']);
  });

  test('says how many live sessions could run what waits', async ({ world }) => {
    const executionId = await executions.queued(world, { labels: ['linux', 'gpu'] });
    const key = ExecutionKey.parse({ workspaceId: world.workspaceId, executionId });
    await sessions.liveSession(world, { labels: ['linux'] });
    expect(await getExecution(world.deps, world.operator, key)).toMatchObject({ matchingSessions: 0 });
    await sessions.liveSession(world, { labels: ['linux', 'gpu', 'big'] });
    expect(await getExecution(world.deps, world.operator, key)).toMatchObject({ matchingSessions: 1 });
  });

  test('an unknown execution is refused', async ({ world }) => {
    const key = ExecutionKey.parse({ workspaceId: world.workspaceId, executionId: world.newId() });
    await expect(getExecution(world.deps, world.operator, key)).rejects.toMatchObject({
      reason: 'execution_not_found',
    });
  });
});

describe('overview', () => {
  test('counts depth, oldest, running and what ended today, of granted workspaces', async ({ lonelyWorld: world }) => {
    await executions.queued(await createWorld(world.database));
    const queuedAt = new Date(Date.now() - 600_000).toISOString();
    await executions.queued(world, { queuedAt });
    await executions.queued(world);
    await executions.running(world);
    await executions.finished(world);
    expect(await getOverview(world.deps, world.operator, {})).toMatchObject({
      queued: { count: 2, capped: false },
      oldestQueuedAt: queuedAt,
      running: { count: 1, capped: false },
      finishedToday: { total: { count: 1, capped: false }, byOutcome: { succeeded: 1 } },
      liveSessions: { count: 2, capped: false },
    });
  });

  test('shows the health of each loop by its last success', async ({ lonelyWorld: world }) => {
    const { sql } = world.database;
    const names = [reconcilers.pulse.name, reconcilers.expire.name];
    for (const name of names) await noteLoopStart(sql, name, 5);
    await noteLoopSuccess(sql, reconcilers.pulse.name);
    const { loops } = await getOverview(world.deps, world.operator, {});
    expect(loops.map(({ name, healthy }) => ({ name, healthy }))).toEqual([
      { name: 'expire-leases', healthy: false },
      { name: 'pulse', healthy: true },
    ]);
  });
});
