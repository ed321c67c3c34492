import type { World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { type Answer, type RunningApi, test } from './support/api.ts';
import { cookieOf } from './support/callers.ts';
import { enqueue } from './support/jobs.ts';
import { rowsOf } from './support/rows.ts';

const own = 'http://127.0.0.1:3000';
const expectCrossSite = (answer: Answer) => {
  expect(answer.refusal().reason).toBe('cross_site');
  expect(answer.status).toBe(403);
};

describe('with the sign-in cookie', () => {
  test.for(['cross-site', 'same-site', 'nonsense'])(
    'a request of Sec-Fetch-Site %s is refused',
    async (site, { world, api }) => {
      const before = await cancelled(world);
      expectCrossSite(await cancelFrom(api, world, { 'sec-fetch-site': site }));
      expectCrossSite(await readFrom(api, world, { 'sec-fetch-site': site }));
      expect(await cancelled(world)).toEqual(before);
    },
  );

  test('a request with the Origin of another site is refused, where the browser sends no Sec-Fetch-Site', async ({
    world,
    api,
  }) => {
    expectCrossSite(await cancelFrom(api, world, { origin: 'https://evil.example' }));
    expectCrossSite(await cancelFrom(api, world, { origin: 'null' }));
    expectCrossSite(await readFrom(api, world, { origin: 'https://evil.example' }));
  });

  test('requests of the console’s own pages are answered', async ({ world, api }) => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: own }, {}])
      expect((await readFrom(api, world, headers)).status).toBe(200);
    expect((await cancelFrom(api, world, { 'sec-fetch-site': 'same-origin', origin: own })).status).toBe(200);
  });

  test.for(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'a form of type %s, which any page can send, is refused',
    async (type, { world, api }) => {
      const answer = await cancelFrom(api, world, { 'content-type': type, 'sec-fetch-site': 'same-origin' });
      expect(answer.status).toBe(415);
      expect(answer.refusal().reason).toBe('invalid_input');
      expect(await rowsOf(world)).toMatchObject({ audit: 0 });
    },
  );
});

test('another site cannot sign a browser in as somebody', async ({ world, api }) => {
  const answer = await api.call('operator.session.create', {
    body: { token: world.tokens.operator },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expectCrossSite(answer);
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('a bearer token is sent by nobody but its holder, and is served from anywhere', async ({ world, api }) => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://tool.example' };
  const read = await api.query('operator.session.get', { token: world.tokens.operator, headers });
  expect(read.status).toBe(200);
  const { executionId } = await enqueue(api, world);
  const body = { workspaceId: world.workspaceId, executionIds: [executionId] };
  const write = await api.call('orchestrator.executions.cancel', { token: world.tokens.service, body, headers });
  expect(write.status).toBe(200);
});

async function cancelFrom(api: RunningApi, world: World, headers: Record<string, string>): Promise<Answer> {
  const { executionId } = await enqueue(api, world);
  return api.call('operator.executions.cancel', {
    headers: { cookie: await cookieOf(world), ...headers },
    body: { workspaceId: world.workspaceId, executionId, reason: 'a test', idempotencyKey: world.newId() },
  });
}

async function readFrom(api: RunningApi, world: World, headers: Record<string, string>): Promise<Answer> {
  return api.query('operator.session.get', { headers: { cookie: await cookieOf(world), ...headers } });
}

function cancelled({ database, workspaceId }: World) {
  return database.sql`
    select execution_id from job_executions where workspace_id = ${workspaceId} and outcome = 'cancelled'`;
}
