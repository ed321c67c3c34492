import { ExecutionPage, OverviewView, ReadEventsOutput, WorkspaceView } from '@berth/dto';
import { createWorld, executions, sessions, until, type World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../src/router.ts';
import { type RunningApi, test } from './support/api.ts';
import { issueFor } from './support/callers.ts';
import { claim, enqueue, register } from './support/jobs.ts';
import { rowsOf } from './support/rows.ts';

/** Another tenant in the same installation. */
const neighbourOf = (world: World) => createWorld(world.database);

/** Procedures that name a workspace in their input, with the rest of a sound one. */
const naming: Record<string, (world: World) => object> = {
  'orchestrator.executions.enqueue': (world) => ({ executions: [executions.request(world)] }),
  'orchestrator.executions.cancel': (world) => ({ executionIds: [world.newId()] }),
  'orchestrator.executions.cancelJobs': (world) => ({ jobIds: [world.newId()] }),
  'orchestrator.executions.release': (world) => ({ executionIds: [world.newId()] }),
  'orchestrator.executions.terminate': (world) => ({ executions: [{ executionId: world.newId(), status: 'failed' }] }),
  'orchestrator.executions.get': (world) => ({ executionId: world.newId() }),
  'orchestrator.sessions.capabilities': (world) => ({ sessionId: world.newId() }),
  'operator.executions.get': (world) => ({ executionId: world.newId() }),
  'operator.executions.list': () => ({}),
  'operator.executions.cancel': (world) => ({ executionId: world.newId(), ...command(world) }),
  'operator.overview.get': () => ({}),
  'operator.credentials.list': () => ({ kind: 'service' }),
  'operator.pauses.list': () => ({}),
  'operator.pauses.create': command,
  'operator.pauses.delete': command,
  'operator.sessions.revoke': (world) => ({ sessionId: world.newId(), ...command(world) }),
  'operator.sessions.drain': (world) => ({ sessionId: world.newId(), ...command(world) }),
};
/** Procedures that name none: what they show is judged by the tests below. */
const implying = [
  'orchestrator.workspaces.counts',
  'orchestrator.leases.introspect',
  'subscriber.open',
  'subscriber.read',
  'subscriber.acknowledge',
  'operator.credentials.issue',
  'operator.credentials.revoke',
  'operator.session.create',
  'operator.session.get',
  'operator.session.delete',
  'operator.workspaces.list',
];

test('no procedure of a service or an operator is forgotten here', () => {
  const all = Object.keys(appRouter._def.procedures).filter((path) => !path.startsWith('runner.'));
  expect([...Object.keys(naming), ...implying].sort()).toEqual(all.sort());
});

describe('a credential of one workspace is refused in another, and nothing is written', () => {
  test.for(Object.keys(naming))('%s', async (path, { world, api }) => {
    const neighbour = await neighbourOf(world);
    await executions.running(neighbour);
    const before = await rowsOf(neighbour);
    const input = { workspaceId: neighbour.workspaceId, ...naming[path]?.(world) };
    const token = path.startsWith('operator.') ? world.tokens.operator : world.tokens.service;
    const answer = isQuery(path)
      ? await api.query(path, { token, input })
      : await api.call(path, { token, body: input });
    expect(answer.refusal()).toEqual({
      reason: 'forbidden',
      message: 'this credential may not act for that workspace',
    });
    expect(answer.status).toBe(403);
    expect(await rowsOf(neighbour)).toEqual(before);
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

test('an admin of one workspace neither makes nor ends a credential that reaches beyond it', async ({ world, api }) => {
  const neighbour = await neighbourOf(world);
  const token = world.tokens.operator;
  for (const workspaceIds of [null, [neighbour.workspaceId], [world.workspaceId, neighbour.workspaceId]]) {
    const body = { kind: 'service', name: 'a way out', workspaceIds, ...command(world) };
    const answer = await api.call('operator.credentials.issue', { token, body });
    expect([answer.status, answer.refusal().reason]).toEqual([403, 'forbidden']);
  }
  const wide = await issueFor(world, 'service', null);
  const [row] = await world.database.sql`select id from credentials where prefix = ${wide.slice(0, 12)}`;
  for (const credentialId of [neighbour.service.credentialId, row?.id]) {
    const body = { credentialId, ...command(world) };
    const answer = await api.call('operator.credentials.revoke', { token, body });
    expect([answer.status, answer.refusal().reason]).toEqual([404, 'credential_not_found']);
  }
  expect(await rowsOf(neighbour)).toMatchObject({ credentials: 3 });
  const left = await api.query('orchestrator.executions.get', {
    token: wide,
    input: { workspaceId: world.workspaceId, executionId: world.newId() },
  });
  expect(left.status, 'the wide one still opens').toBe(404);
});

test('counts of several workspaces are refused when one of them is foreign', async ({ world, api }) => {
  const neighbour = await neighbourOf(world);
  const count = (...workspaceIds: string[]) =>
    api.query('orchestrator.workspaces.counts', { token: world.tokens.service, input: { workspaceIds } });
  const answer = await count(world.workspaceId, neighbour.workspaceId);
  expect([answer.status, answer.refusal().reason]).toEqual([403, 'forbidden']);
  expect((await count(world.workspaceId)).data()).toEqual({
    counts: [{ workspaceId: world.workspaceId, queued: 0, running: 0 }],
  });
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

const isQuery = (path: string) => /\.(get|list|capabilities)$/.test(path);

function command(world: World) {
  return { reason: 'a test', idempotencyKey: world.newId() };
}
