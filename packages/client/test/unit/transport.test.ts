import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createOrchestratorClient } from '../../src/orchestrator/index.ts';
import { createRunnerClient } from '../../src/runner/index.ts';
import { BerthError } from '../../src/shared/error.ts';
import type { ConnectOptions } from '../../src/shared/transport.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server that answers all alike, and what it was asked. */
async function answering(answer: RequestListener): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, asked };
}

const body =
  (status: number, value: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };

async function failure(options: ConnectOptions): Promise<BerthError> {
  try {
    await createRunnerClient(options).leases.complete({ outcome: 'succeeded' });
  } catch (error) {
    if (error instanceof BerthError) return error;
    throw error;
  }
  throw new Error('the call was answered');
}

describe('a refusal', () => {
  test('arrives with reason, status, request id and issues', async () => {
    const issues = [{ path: 'outcome', message: 'is odd' }];
    const data = {
      code: 'BAD_REQUEST',
      httpStatus: 400,
      path: 'x',
      requestId: 'r-1',
      refusal: { reason: 'invalid_input', message: 'mend the input', issues },
    };
    const { url } = await answering(body(400, { error: { message: 'mend the input', code: -32600, data } }));
    expect(await failure({ url })).toMatchObject({
      reason: 'invalid_input',
      message: 'mend the input',
      httpStatus: 400,
      requestId: 'r-1',
      issues,
      retryable: false,
    });
  });

  test('that passes arrives with Retry-After in seconds', async () => {
    const data = { requestId: 'r-2', refusal: { reason: 'unavailable', message: 'too many wait' } };
    const { url } = await answering(
      body(503, { error: { message: 'too many wait', code: -32603, data } }, { 'retry-after': '7' }),
    );
    expect(await failure({ url })).toMatchObject({
      reason: 'unavailable',
      httpStatus: 503,
      retryAfterSeconds: 7,
      retryable: true,
    });
  });

  test.each([
    [502, 'unavailable', true],
    [429, 'rate_limited', true],
    [401, 'unauthenticated', false],
    [404, 'unknown_procedure', false],
    [418, 'internal', false],
  ])('of a proxy, HTTP %s in HTML, is %s', async (status, reason, retryable) => {
    const { url } = await answering((_, response) =>
      response.writeHead(status, { 'content-type': 'text/html', 'x-request-id': 'p-1' }).end('<h1>no</h1>'),
    );
    expect(await failure({ url })).toMatchObject({ reason, retryable, httpStatus: status, requestId: 'p-1' });
  });

  test('in JSON that is not the api’s goes by its status', async () => {
    const { url } = await answering(body(503, { title: 'no upstream' }));
    expect(await failure({ url })).toMatchObject({ reason: 'unavailable', httpStatus: 503, retryable: true });
  });
});

describe('no answer', () => {
  test('from a port where nobody listens is retryable and names the address', async () => {
    const { url } = await answering(body(200, {}));
    servers[0]?.close();
    await new Promise((resolve) => servers[0]?.once('close', resolve));
    const error = await failure({ url });
    expect(error).toMatchObject({ reason: 'unavailable', httpStatus: undefined, retryable: true });
    expect(error.message).toContain(new URL(url).port);
  });

  test('after the request was sent is retryable', async () => {
    const { url } = await answering((request) => request.socket.destroy());
    expect(await failure({ url })).toMatchObject({ reason: 'unavailable', httpStatus: undefined, retryable: true });
  });

  test('that cannot be read, after a 200, is retryable', async () => {
    const { url } = await answering((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"result"'),
    );
    expect(await failure({ url })).toMatchObject({ reason: 'unavailable', retryable: true });
  });
});

test('an aborted signal ends the call with its own reason', async () => {
  const stop = new AbortController();
  const { url } = await answering(() => stop.abort(new Error('enough')));
  const call = createRunnerClient({ url }).leases.claim(
    { requestId: crypto.randomUUID(), waitSeconds: 50 },
    { signal: stop.signal },
  );
  await expect(call).rejects.toThrow('enough');
});

describe('a token', () => {
  const answer = body(200, { result: { data: { active: false } } });

  test('that is a function is asked at each request', async () => {
    const { url, asked } = await answering(answer);
    let turn = 0;
    const client = createOrchestratorClient({ url, token: () => `bth_svc_${++turn}` });
    await client.leases.introspect({ stepToken: 's' });
    await client.leases.introspect({ stepToken: 's' });
    expect(asked.map((request) => request.headers.authorization)).toEqual(['Bearer bth_svc_1', 'Bearer bth_svc_2']);
    expect(asked[0]?.url).toBe('/trpc/orchestrator.leases.introspect');
  });

  test('of one call stands in for that of the client', async () => {
    const { url, asked } = await answering(answer);
    const client = createOrchestratorClient({ url: `${url}/`, token: 'its-own' });
    await client.leases.introspect({ stepToken: 's' }, { token: async () => 'for-once' });
    expect(asked[0]?.headers.authorization).toBe('Bearer for-once');
  });

  test('may be left out', async () => {
    const { url, asked } = await answering(answer);
    await createOrchestratorClient({ url }).leases.introspect({ stepToken: 's' });
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });
});
