import type { AppRouter } from '@berth/api/router';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { ForeignAnswer, toBerthError } from './failure.ts';
import { within } from './time.ts';

/** A function is asked at each request, so that a token that was rotated is used at once. */
export type TokenSource = string | (() => string | Promise<string>);

export type ConnectOptions = {
  /** Origin of the api, e.g. `http://127.0.0.1:4000`. */
  url: string;
  token?: TokenSource | undefined;
  /** Stands in for the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** For this call only, in place of the client's token. */
  token?: TokenSource | undefined;
};

/** What a procedure is called with beside its input. */
type RequestOptions = { signal: AbortSignal; context: { bearer: string | undefined } };

export type Connection = {
  trpc: TRPCClient<AppRouter>;
  /** Sends one call. `waitSeconds` is how long the server was asked to hold it. Throws BerthError, or the reason of the caller's own aborted signal. */
  call<T>(
    options: CallOptions | undefined,
    send: (request: RequestOptions) => Promise<T>,
    waitSeconds?: number,
  ): Promise<T>;
};

/** Longer than any answer takes that is not held on purpose: without it a half-open connection would hang for ever. */
const answerSecondsMax = 30;

/** One connection for one audience. Calls are not batched: a heartbeat must never wait behind a long poll. */
export function connect({ url, token, fetch = globalThis.fetch }: ConnectOptions): Connection {
  const trpc = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url.replace(/\/+$/, '')}/trpc`,
        headers: ({ op }) =>
          typeof op.context.bearer === 'string' ? { authorization: `Bearer ${op.context.bearer}` } : {},
        fetch: async (input, init) => jsonOnly(await fetch(input, { ...init, signal: init?.signal ?? null })),
      }),
    ],
  });
  return {
    trpc,
    async call(options, send, waitSeconds = 0) {
      try {
        return await within((waitSeconds + answerSecondsMax) * 1_000, options?.signal, async (signal) => {
          const bearer = await read(options?.token ?? token);
          return await send({ signal, context: { bearer } });
        });
      } catch (error) {
        options?.signal?.throwIfAborted();
        throw toBerthError(error);
      }
    },
  };
}

const read = async (token: TokenSource | undefined) => (typeof token === 'function' ? await token() : token);

/** tRPC forgets the status of an answer that it cannot parse, so such an answer is stopped before. */
async function jsonOnly(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.includes('json')) return response;
  await response.body?.cancel();
  throw new ForeignAnswer(response);
}
