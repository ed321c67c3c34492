import { connect as openSocket } from 'node:net';
import type { World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { type Answer, type RunningApi, startOn, test } from './support/api.ts';
import { rowsOf } from './support/rows.ts';

const enqueue = '/trpc/orchestrator.executions.enqueue';
const get = '/trpc/orchestrator.executions.get';
const withToken = (world: World, headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${world.tokens.service}`,
  ...headers,
});
const json = { 'content-type': 'application/json' };

type Case = {
  what: string;
  send(api: RunningApi, world: World): Promise<Answer>;
  reason: string;
  status: number;
};
const cases: Case[] = [
  {
    what: 'a body that is not JSON',
    send: (api, world) => api.send(enqueue, { method: 'POST', headers: withToken(world, json), body: '{"a":' }),
    reason: 'invalid_input',
    status: 400,
  },
  {
    what: 'an empty body where an input is needed',
    send: (api, world) => api.send(enqueue, { method: 'POST', headers: withToken(world, json) }),
    reason: 'invalid_input',
    status: 400,
  },
  {
    what: 'an input in the address that is not JSON',
    send: (api, world) => api.send(`${get}?input=%7B`, { headers: withToken(world) }),
    reason: 'invalid_input',
    status: 400,
  },
  {
    what: 'an address that cannot be decoded',
    send: (api, world) => api.send('/trpc/%E0%A4%A', { headers: withToken(world) }),
    reason: 'invalid_input',
    status: 400,
  },
  {
    what: 'a transport batch, which this api does not do',
    send: (api, world) => api.send(`${get},x?batch=1&input=%7B%7D`, { headers: withToken(world) }),
    reason: 'invalid_input',
    status: 400,
  },
  ...['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream', ''].map((type) => ({
    what: `a body of type ${type || 'unknown'}`,
    send: (api: RunningApi, world: World) =>
      api.send(enqueue, { method: 'POST', headers: withToken(world, { 'content-type': type }), body: '{}' }),
    reason: 'invalid_input',
    status: 415,
  })),
  {
    what: 'a form with parts',
    send: (api, world) => {
      const body = new FormData();
      body.set('workspaceId', world.workspaceId);
      return api.send(enqueue, { method: 'POST', headers: withToken(world), body });
    },
    reason: 'invalid_input',
    status: 415,
  },
  {
    what: 'a mutation by GET',
    send: (api, world) => api.send(`${enqueue}?input=%7B%7D`, { headers: withToken(world) }),
    reason: 'unknown_procedure',
    status: 405,
  },
  {
    what: 'a query by POST',
    send: (api, world) => api.send(get, { method: 'POST', headers: withToken(world, json), body: '{}' }),
    reason: 'unknown_procedure',
    status: 405,
  },
  {
    what: 'another method',
    send: (api, world) => api.send(enqueue, { method: 'PUT', headers: withToken(world, json), body: '{}' }),
    reason: 'unknown_procedure',
    status: 405,
  },
  ...['nope', 'toString', '__proto__', 'operator.session', ''].map((path) => ({
    what: `a procedure that there is not: "${path}"`,
    send: (api: RunningApi, world: World) => api.send(`/trpc/${path}`, { headers: withToken(world) }),
    reason: 'unknown_procedure',
    status: 404,
  })),
];

describe('what cannot be read is refused in our words, and nothing is written', () => {
  test.for(cases)('$what', async ({ send, reason, status }, { world, api }) => {
    const answer = await send(api, world);
    const refusal = answer.refusal();
    expect({ reason: refusal.reason, status: answer.status }).toEqual({ reason, status });
    expect(answer.text).not.toMatch(/stack|SyntaxError|\.ts|node_modules|trpc/i);
    expect(await rowsOf(world)).toMatchObject({ records: 0, events: 0 });
  });
});

test('a body over the limit is refused with 413, and the next call is served', async ({ world }) => {
  const api = await startOn(world, { BERTH_BODY_BYTES_MAX: '1024' });
  try {
    const body = { workspaceId: world.workspaceId, executions: ['x'.repeat(2_000)] };
    const answer = await api.call('orchestrator.executions.enqueue', { token: world.tokens.service, body });
    expect(answer.refusal()).toEqual({ reason: 'payload_too_large', message: 'the request body is too large' });
    expect(answer.status).toBe(413);
    expect((await api.query('operator.session.get', { token: world.tokens.operator })).status).toBe(200);
    expect(await rowsOf(world)).toMatchObject({ records: 0 });
  } finally {
    await api.stop();
  }
});

test('a request line that no URL can be made of is answered, and does not end the process', async ({ api }) => {
  for (const target of ['//', 'http://[/trpc/x', '/trpc//', '*', '/%'])
    expect(await rawGet(api, target)).toMatch(/^HTTP\/1\.1 (400|404) /);
  expect((await api.send('/healthz', {})).status).toBe(200);
});

test('an answer carries a request id: the caller’s own if it is harmless', async ({ api }) => {
  const idOf = async (given?: string) =>
    (await api.send('/healthz', given === undefined ? {} : { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    );
  expect(await idOf('build-7.a_B')).toBe('build-7.a_B');
  expect(await idOf('two words')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf('x'.repeat(101))).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf()).toMatch(/^[0-9a-f-]{36}$/);
});

/** The target as it stands; fetch would tidy it up. */
function rawGet(api: RunningApi, target: string): Promise<string> {
  const { port } = new URL(api.origin);
  return new Promise((resolve, reject) => {
    const socket = openSocket(Number(port), '127.0.0.1', () =>
      socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}
