import { Refusal } from '@berth/dto';
import { test as base, testRootKey, type World } from '@berth/testing';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { type Api, startApi } from '../../src/server.ts';

export type Sent = { token?: string | undefined; headers?: Record<string, string>; signal?: AbortSignal };

/** What came back, as a program without our client would see it. */
export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The data of a success, parsed; fails on a refusal. */
  as<S extends z.ZodType>(schema: S): z.output<S>;
  /** The data of a success, as it is; fails on a refusal. */
  data(): unknown;
  /** The refusal; fails on a success, on a shape nobody promised, and on a status that differs from the body's. */
  refusal(): Refusal;
};

/** The whole body of a refusal: nothing stands beside what is promised, so no stack and no statement either. */
const refusalBody = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    code: z.int(),
    data: z.strictObject({
      code: z.string(),
      httpStatus: z.int(),
      path: z.string().nullable(),
      /** Null when the transport refused before any procedure was known. */
      requestId: z.string().nullable(),
      refusal: z.strictObject(Refusal.shape),
    }),
  }),
});
const successBody = z.strictObject({ result: z.strictObject({ data: z.unknown() }) });

/** Calls an api by plain HTTP, as curl would. */
export function callerOf(origin: string) {
  const send = async (path: string, init: RequestInit): Promise<Answer> =>
    answerOf(await fetch(`${origin}${path}`, init));
  return {
    origin,
    /** Any request at all. */
    send,
    /** A mutation: the body goes as JSON. */
    call: (path: string, { body, ...sent }: Sent & { body?: unknown } = {}) =>
      send(`/trpc/${path}`, {
        method: 'POST',
        ...initOf(sent, { 'content-type': 'application/json' }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    /** A query: the input goes into the address. */
    query: (path: string, { input, ...sent }: Sent & { input?: unknown } = {}) =>
      send(
        `/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
        initOf(sent, {}),
      ),
  };
}

export type Caller = ReturnType<typeof callerOf>;
export type RunningApi = Caller & Pick<Api, 'port' | 'stop' | 'deps'>;

/** A real api process' worth of server on the world's database, at a free port. */
export async function startOn(world: Pick<World, 'database'>, env: Record<string, string> = {}): Promise<RunningApi> {
  const config = readConfig(environmentFor(world.database.url, env));
  const { port, stop, deps } = await startApi(config, createLog(config.logLevel));
  return { ...callerOf(`http://127.0.0.1:${port}`), port, stop, deps };
}

export function environmentFor(databaseUrl: string, env: Record<string, string> = {}): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    BERTH_ROOT_KEY: testRootKey,
    BERTH_PORT: '0',
    BERTH_LOG_LEVEL: 'silent',
    BERTH_DATABASE_POOL: '10',
    ...env,
  };
}

/** `api` serves every test of a file, on the database where each has its `world`; `lonelyApi` serves `lonelyWorld`. */
export const test = base
  .extend('api', { scope: 'file' }, async ({ workerDatabase }, { onCleanup }): Promise<RunningApi> => {
    const api = await startOn({ database: workerDatabase });
    onCleanup(api.stop);
    return api;
  })
  .extend('lonelyApi', async ({ lonelyWorld }, { onCleanup }): Promise<RunningApi> => {
    const api = await startOn(lonelyWorld);
    onCleanup(api.stop);
    return api;
  });

function initOf({ token, headers, signal }: Sent, always: Record<string, string>): RequestInit {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return { headers: { ...always, ...authorization, ...headers }, ...(signal ? { signal } : {}) };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const parsed = <S extends z.ZodType>(schema: S): z.output<S> => {
    const result = schema.safeParse(jsonOf(text));
    if (!result.success) throw new Error(`unexpected answer ${response.status}: ${text}\n${result.error.message}`);
    return result.data;
  };
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: () => parsed(successBody).result.data,
    as: (schema) => schema.parse(parsed(successBody).result.data),
    refusal() {
      const { data } = parsed(refusalBody).error;
      if (data.httpStatus !== response.status)
        throw new Error(`the body says ${data.httpStatus}, the status is ${response.status}`);
      if (data.requestId !== null && data.requestId !== response.headers.get('x-request-id'))
        throw new Error('two request ids in one answer');
      if (response.headers.get('content-type') !== 'application/json') throw new Error('a refusal that is not JSON');
      return data.refusal;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
