import { ExecutionPage, OverviewView, ReadEventsOutput, WorkspaceView } from '@berth/dto';
import { createWorld, executions, sessions, until, type World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { type RunningApi, test } from './support/api.ts';
import { issueFor } from './support/callers.ts';
import { claim, enqueue, register } from './support/jobs.ts';
import { rowsOf } from './support/rows.ts';

/** Another tenant in the same installation. */
const neighbourOf = (world: World) => createWorld(world.database);

describe('a credential of one workspace is refused in another', () => {
  const inputs: { path: string; input: (world: World) => object; kind: 'service' | 'operator' }[] = [
    {
      path: 'orchestrator.executions.enqueue',
      kind: 'service',
      input: (world) => ({ executions: [executions.request(world)] }),
    },
    {
      path: 'orchestrator.executions.cancel',
      kind: 'service',
      input: (world) => ({ executionIds: [world.newId()] }),
    },
    {
      path: 'orchestrator.executions.terminate',
      kind: 'service',
      input: (world) => ({ executions: [{ executionId: world.newId(), status: 'failed' }] }),
    },
    {
      path: 'operator.executions.cancel',
      kind: 'operator',
      input: (world) => ({ executionId: world.newId(), reason: 'a test', idempotencyKey: world.newId() }),
    },
  ];
  test.for(inputs)('$path', async ({ path, input, kind }, { world, api }) => {
    const neighbour = await neighbourOf(world);
    const before = await rowsOf(neighbour);
    const body = { workspaceId: neighbour.workspaceId, ...input(world) };
    const answer = await api.call(path, { token: world.tokens[kind], body });
    expect(answer.refusal()).toEqual({
      reason: 'forbidden',
      message: 'this credential may not act for that workspace',
    });
    expect(answer.status).toBe(403);
    expect(await rowsOf(neighbour)).toEqual(before);
  });

  const queries = [
    { path: 'orchestrator.executions.get', kind: 'service' as const, withId: true },
    { path: 'operator.executions.get', kind: 'operator' as const, withId: true },
    { path: 'operator.executions.list', kind: 'operator' as const, withId: false },
    { path: 'operator.overview.get', kind: 'operator' as const, withId: false },
  ];
  test.for(queries)('$path', async ({ path, kind, withId }, { world, api }) => {
    const neighbour = await neighbourOf(world);
    const executionId = await executions.queued(neighbour);
    const input = { workspaceId: neighbour.workspaceId, ...(withId ? { executionId } : {}) };
    const answer = await api.query(path, { token: world.tokens[kind], input });
    expect(answer.refusal().reason).toBe('forbidden');
    expect(answer.text).not.toContain(executionId);
  });

  test('in the same words whether that workspace exists or not', async ({ world, api }) => {
    const neighbour = await neighbourOf(world);
    const ask = async (workspaceId: string) =>
      (await api.query('operator.executions.list', { token: world.tokens.operator, input: { workspaceId } })).refusal();
    expect(await ask(world.newId())).toEqual(await ask(neighbour.workspaceId));
  });
});

test("an execution id of another workspace is no one's in one's own", async ({ world, api }) => {
  const neighbour = await neighbourOf(world);
  const { executionId } = await executions.running(neighbour);
  const input = { workspaceId: world.workspaceId, executionId };
  const get = await api.query('orchestrator.executions.get', { token: world.tokens.service, input });
  expect(get.refusal().reason).toBe('execution_not_found');
  expect(get.status).toBe(404);
  const body = { workspaceId: world.workspaceId, executionIds: [executionId] };
  const cancel = await api.call('orchestrator.executions.cancel', { token: world.tokens.service, body });
  expect(cancel.data()).toEqual({ results: [{ executionId, result: 'unchanged' }] });
  const [lease] = await world.database.sql`
    select cancellation_requested_at from leases where execution_id = ${executionId}`;
  expect(lease).toEqual({ cancellation_requested_at: null });
});

test('[REQ-04 decided] a session never gets the job of another workspace: its claim answers empty', async ({
  world,
  api,
}) => {
  const neighbour = await neighbourOf(world);
  const session = await register(api, world);
  await enqueue(api, neighbour);
  expect(await claim(api, world, session)).toEqual([]);
});

test('introspection answers inactive for the lease of another workspace, as for a token that proves nothing', async ({
  world,
  api,
}) => {
  const neighbour = await neighbourOf(world);
  const { grant } = await executions.running(neighbour);
  const introspect = async (who: World, stepToken: string) =>
    (await api.call('orchestrator.leases.introspect', { token: who.tokens.service, body: { stepToken } })).data();
  expect(await introspect(world, grant.stepToken)).toEqual({ active: false });
  expect(await introspect(world, 'nonsense')).toEqual({ active: false });
  expect(await introspect(neighbour, grant.stepToken)).toMatchObject({
    active: true,
    workspaceId: neighbour.workspaceId,
  });
});

test("a subscriber reads its own workspace's events and moves on past the others", async ({ world, api }) => {
  const neighbour = await neighbourOf(world);
  const subscriber = `s-${world.newId()}`;
  const token = world.tokens.service;
  const opened = await api.call('subscriber.open', { token, body: { subscriber, from: 'now' } });
  expect(opened.status).toBe(200);
  const mine = await enqueue(api, world);
  const foreign = await enqueue(api, neighbour);
  const read = async () => (await api.query('subscriber.read', { token, input: { subscriber } })).as(ReadEventsOutput);
  const theirs = await positionOf(world, foreign.executionId);
  const { events, position } = await read();
  expect(events.map(({ subject }) => subject)).toEqual([mine.executionId]);
  expect(position).toBeGreaterThanOrEqual(theirs);

  const stranger = await api.query('subscriber.read', { token: neighbour.tokens.service, input: { subscriber } });
  expect(stranger.refusal().reason).toBe('forbidden');
  const body = { subscriber, position };
  const push = await api.call('subscriber.acknowledge', { token: neighbour.tokens.service, body });
  expect(push.refusal().reason).toBe('forbidden');
});

test('lists and figures show an operator the granted workspaces and no other', async ({ world, api }) => {
  const neighbour = await neighbourOf(world);
  const mine = await executions.queued(world);
  await executions.queued(neighbour);
  await sessions.liveSession(neighbour);
  const seen = await viewOf(api, world.tokens.operator);
  expect(seen.workspaces).toEqual([{ workspaceId: world.workspaceId, status: 'active' }]);
  expect(seen.page.items.map(({ executionId }) => executionId)).toEqual([mine]);
  expect(seen.overview).toMatchObject({ queued: { count: 1 }, running: { count: 0 }, liveSessions: { count: 0 } });

  const both = await viewOf(api, await issueFor(world, 'operator', [world.workspaceId, neighbour.workspaceId]));
  expect(both.page.items.map(({ workspaceId }) => workspaceId).sort()).toEqual(
    [world.workspaceId, neighbour.workspaceId].sort(),
  );
  expect(both.overview).toMatchObject({ queued: { count: 2 }, liveSessions: { count: 1 } });
});

test('a credential of the whole installation acts for any workspace, and for a new one', async ({ world, api }) => {
  const token = await issueFor(world, 'service', null);
  const fresh = { workspaceId: world.newId(), executions: [executions.request(world)] };
  const answer = await api.call('orchestrator.executions.enqueue', { token, body: fresh });
  expect(answer.data()).toMatchObject({ results: [{ status: 'queued' }] });
});

async function viewOf(api: RunningApi, token: string) {
  const [workspaces, page, overview] = await Promise.all([
    api.query('operator.workspaces.list', { token }),
    api.query('operator.executions.list', { token, input: {} }),
    api.query('operator.overview.get', { token }),
  ]);
  return {
    workspaces: workspaces.as(z.array(WorkspaceView)),
    page: page.as(ExecutionPage),
    overview: overview.as(OverviewView),
  };
}

/** The position of an execution's first fact, once it has one. */
function positionOf({ database }: World, subject: string): Promise<number> {
  return until('the event to get its position', async () => {
    const [row] = await database.sql<{ position: number }[]>`
      select p.position from events e join event_positions p on p.event_id = e.id where e.subject = ${subject}`;
    return row?.position;
  });
}
