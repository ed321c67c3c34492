import type { World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { type Answer, type RunningApi, test } from './support/api.ts';
import { tokensOf } from './support/callers.ts';
import { rowsOf } from './support/rows.ts';

type Case = {
  what: string;
  path: string;
  as: 'service' | 'operator' | 'registration' | 'session' | 'lease';
  query?: true;
  input(world: World): unknown;
  /** The fields that are told, in order. */
  fields: string[];
};

const enqueueOf = (world: World, executions: unknown) => ({ workspaceId: world.workspaceId, executions });
const labels = (value: unknown): Pick<Case, 'path' | 'as' | 'input'> => ({
  path: 'runner.sessions.register',
  as: 'registration',
  input: () => ({ labels: value }),
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `label-${index}`);

const cases: Case[] = [
  { what: 'a label with a slash', ...labels(['linux', 'a/b']), fields: ['labels.1'] },
  { what: 'a label with a comma', ...labels(['a,b']), fields: ['labels.0'] },
  { what: 'a label with a NUL', ...labels(['a\u0000b']), fields: ['labels.0'] },
  { what: 'a label that is not ASCII', ...labels(['größe']), fields: ['labels.0'] },
  { what: 'a label of 129 characters', ...labels(['x'.repeat(129)]), fields: ['labels.0'] },
  { what: '21 labels', ...labels(numbered(21)), fields: ['labels'] },
  { what: 'no label', ...labels([]), fields: ['labels'] },
  { what: 'nothing but blank labels', ...labels(['  ', '']), fields: ['labels'] },
  { what: 'labels that are no list', ...labels('linux'), fields: ['labels'] },
  { what: 'labels that are no text', ...labels([1, null]), fields: ['labels.0', 'labels.1'] },
  {
    what: 'a body that is a list',
    path: 'runner.sessions.register',
    as: 'registration',
    input: () => [],
    fields: [''],
  },
  {
    what: 'an unknown field',
    path: 'runner.sessions.register',
    as: 'registration',
    input: () => ({ labels: ['linux'], maxClaims: 3 }),
    fields: [''],
  },
  {
    what: 'an unknown harness and a tool named twice',
    path: 'runner.sessions.register',
    as: 'registration',
    input: () => ({ labels: ['linux'], capabilities: { harnesses: { pi: ['bash', 'bash'], vim: [] } } }),
    fields: ['capabilities.harnesses.pi', 'capabilities.harnesses'],
  },
  {
    what: 'numbers out of bounds',
    path: 'runner.leases.claim',
    as: 'session',
    input: (world) => ({ requestId: world.newId(), waitSeconds: 51, maxLeases: 0 }),
    fields: ['waitSeconds', 'maxLeases'],
  },
  {
    what: 'a request id that is no UUID, and a fraction',
    path: 'runner.leases.claim',
    as: 'session',
    input: () => ({ requestId: 'first', waitSeconds: 1.5 }),
    fields: ['requestId', 'waitSeconds'],
  },
  {
    what: 'an outcome that a runner cannot report',
    path: 'runner.leases.complete',
    as: 'lease',
    input: () => ({ outcome: 'lost' }),
    fields: ['outcome'],
  },
  {
    what: 'a workspace id that is no UUID',
    path: 'orchestrator.executions.enqueue',
    as: 'service',
    input: () => ({ workspaceId: "x' or 1=1", executions: [{}] }),
    fields: ['workspaceId'],
  },
  {
    what: 'an empty batch',
    path: 'orchestrator.executions.enqueue',
    as: 'service',
    input: (world) => enqueueOf(world, []),
    fields: ['executions'],
  },
  {
    what: 'a batch of 1,001',
    path: 'orchestrator.executions.enqueue',
    as: 'service',
    input: (world) => enqueueOf(world, Array(1_001).fill({})),
    fields: ['executions'],
  },
  {
    what: 'a batch that is no list',
    path: 'orchestrator.executions.enqueue',
    as: 'service',
    input: (world) => enqueueOf(world, { 0: {} }),
    fields: ['executions'],
  },
  {
    what: 'one id of many that is no UUID',
    path: 'orchestrator.executions.cancel',
    as: 'service',
    input: (world) => ({ workspaceId: world.workspaceId, executionIds: [world.newId(), 'x'] }),
    fields: ['executionIds.1'],
  },
  {
    what: 'a terminal status that is not one',
    path: 'orchestrator.executions.terminate',
    as: 'service',
    input: (world) => ({
      workspaceId: world.workspaceId,
      executions: [{ executionId: world.newId(), status: 'released' }],
    }),
    fields: ['executions.0.status'],
  },
  {
    what: 'an id that is no UUID in a query',
    path: 'orchestrator.executions.get',
    as: 'service',
    query: true,
    input: (world) => ({ workspaceId: world.workspaceId, executionId: '1' }),
    fields: ['executionId'],
  },
  {
    what: 'a subscriber name outside its alphabet',
    path: 'subscriber.open',
    as: 'service',
    input: () => ({ subscriber: '../x' }),
    fields: ['subscriber'],
  },
  {
    what: 'a reason that says nothing, and no idempotency key',
    path: 'operator.executions.cancel',
    as: 'operator',
    input: (world) => ({ workspaceId: world.workspaceId, executionId: world.newId(), reason: '  x ' }),
    fields: ['reason', 'idempotencyKey'],
  },
  {
    what: 'a page that is too large, of a state that is none',
    path: 'operator.executions.list',
    as: 'operator',
    query: true,
    input: () => ({ pageSize: 201, state: 'asleep' }),
    fields: ['state', 'pageSize'],
  },
  {
    what: 'a page token of another filter',
    path: 'operator.executions.list',
    as: 'operator',
    query: true,
    input: () => ({ pageToken: 'bm90aGluZw' }),
    fields: ['pageToken'],
  },
];

describe('an input is refused with the field that is wrong, and nothing is written', () => {
  test.for(cases)('$what', async ({ path, as, query, input, fields }, { world, api }) => {
    const token = await tokenOf(world, as);
    const before = await rowsOf(world);
    const answer = await send(api, path, token, input(world), query);
    const refusal = answer.refusal();
    expect(refusal.reason).toBe('invalid_input');
    expect(answer.status).toBe(400);
    expect(refusal.issues?.map((issue) => issue.path)).toEqual(fields);
    expectNothingInside(answer);
    expect(await rowsOf(world)).toEqual(before);
  });
});

test('[REG-19] 21 labels, a label of 129 characters and a slash in a label are refused with 400', async ({
  world,
  api,
}) => {
  const token = world.tokens.registration;
  for (const body of [{ labels: numbered(21) }, { labels: ['x'.repeat(129)] }, { labels: ['a/b'] }])
    expect((await api.call('runner.sessions.register', { token, body })).status).toBe(400);
  expect(await rowsOf(world)).toMatchObject({ sessions: 0 });
});

test('[REG-20] 20 labels and a label of 128 characters are taken', async ({ world, api }) => {
  const token = world.tokens.registration;
  for (const body of [{ labels: numbered(20) }, { labels: ['x'.repeat(128)] }])
    expect((await api.call('runner.sessions.register', { token, body })).status).toBe(200);
});

test('a workspace that is suspended takes nothing in', async ({ world, api }) => {
  await world.database.sql`update workspaces set status = 'suspended' where id = ${world.workspaceId}`;
  const register = await api.call('runner.sessions.register', {
    token: world.tokens.registration,
    body: { labels: ['linux'] },
  });
  const enqueue = await api.call('orchestrator.executions.enqueue', {
    token: world.tokens.service,
    body: enqueueOf(world, [{}]),
  });
  for (const answer of [register, enqueue]) {
    expect(answer.refusal()).toEqual({ reason: 'workspace_inactive', message: 'the workspace is suspended' });
    expect(answer.status).toBe(403);
  }
});

async function tokenOf(world: World, as: Case['as']): Promise<string> {
  return as === 'session' || as === 'lease' ? (await tokensOf(world))[as] : world.tokens[as];
}

function send(api: RunningApi, path: string, token: string, input: unknown, query?: true): Promise<Answer> {
  return query ? api.query(path, { token, input }) : api.call(path, { token, body: input });
}

/** Neither a stack, nor a statement, nor a file of ours. */
function expectNothingInside({ text }: Answer): void {
  expect(text).not.toMatch(/\bat .*\.ts|node_modules|"stack"|\bselect\b|\binsert\b|postgres|drizzle|zod/i);
}
