import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Deps, isReady, refusalFor } from '@berth/core';
import type { TRPCError } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import type { Config } from './config.ts';
import { type Log, redact } from './log.ts';
import type { Metrics } from './metrics.ts';
import { appRouter } from './router.ts';
import { refusalOf } from './trpc.ts';

export type Http = { deps: Deps; config: Config; log: Log; metrics: Metrics; stopping: AbortSignal };

const retryAfterSeconds = 1;
const requestIds = new WeakMap<IncomingMessage, string>();
const givenRequestId = /^[A-Za-z0-9._-]{1,100}$/;

/** One id for a request, the caller's own if it is harmless; in the answer's header, its refusal and the log. */
function requestIdOf(request: IncomingMessage): string {
  const known = requestIds.get(request);
  if (known) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && givenRequestId.test(given) ? given : randomUUID();
  requestIds.set(request, id);
  return id;
}

/** The HTTP face: procedures under /trpc/, and the plain routes for probes and scrapers. */
export function createHttpServer({ deps, config, log, metrics, stopping }: Http): Server {
  const procedures = createHTTPHandler({
    router: appRouter,
    basePath: '/trpc/',
    maxBodySize: config.bodyBytesMax,
    allowBatching: false,
    createContext: ({ req, res }) => ({
      deps,
      sender: { headers: req.headers, method: req.method, consoleOrigin: config.consoleOrigin },
      requestId: requestIdOf(req),
      response: res,
      stopping,
    }),
    responseMeta: ({ errors }) => ({ headers: headersFor(errors) }),
    onError: ({ error, path, req }) => logFailure(log, error, path, requestIdOf(req)),
  });
  return createServer((request, response) => {
    response.setHeader('x-request-id', requestIdOf(request));
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    hangUpOnStop(response, stopping);
    const pathname = pathOf(request);
    if (!pathname.startsWith('/trpc/')) return void answerPlain(pathname, response, { deps, metrics, stopping, log });
    observe(response, pathname.slice('/trpc/'.length), metrics);
    procedures(hasBody(request) ? request : Object.assign(request, { body: 'null' }), response);
  });
}

/** Callers keep their connections for the next call; a stopping server would wait for those until they time out. */
function hangUpOnStop(response: ServerResponse, stopping: AbortSignal): void {
  const hangUp = () => {
    response.shouldKeepAlive = false;
  };
  if (stopping.aborted) hangUp();
  stopping.addEventListener('abort', hangUp, { once: true });
  response.once('close', () => stopping.removeEventListener('abort', hangUp));
}

/** Cut by hand: `URL` throws on what anybody may send (`GET //`), and here nothing would catch it. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? url;
}

/** A mutation sent without a body says null, so that an input that may be left out can be left out. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > 0;
}

function headersFor(errors: readonly TRPCError[]): Record<string, string> {
  const [error] = errors;
  if (!error) return {};
  // What the transport refuses before any procedure is known would go out as plain text.
  const json = { 'content-type': 'application/json' };
  if (error.code === 'UNAUTHORIZED') return { ...json, 'www-authenticate': 'Bearer realm="berth"' };
  if (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'TOO_MANY_REQUESTS')
    return { ...json, 'retry-after': String(retryAfterSeconds) };
  return json;
}

/** A refusal is the caller's affair and told to it; only what nobody expected is logged whole. */
function logFailure(log: Log, error: TRPCError, path: string | undefined, requestId: string): void {
  const { reason } = refusalOf(error);
  // The path is the caller's text until a procedure of that name is found.
  const procedure = redact(path ?? '');
  if (reason === 'internal' || reason === 'unavailable') log.error({ procedure, requestId, error }, 'a call failed');
  else log.debug({ procedure, requestId, reason }, 'a call was refused');
}

function observe(response: ServerResponse, path: string, metrics: Metrics): void {
  const startedAt = performance.now();
  const procedure = path in appRouter._def.procedures ? path : 'unknown';
  response.once('close', () => {
    const result = response.writableFinished ? String(response.statusCode) : 'aborted';
    metrics.call(procedure, result, (performance.now() - startedAt) / 1_000);
  });
}

type Plain = Pick<Http, 'deps' | 'metrics' | 'stopping' | 'log'>;

async function answerPlain(pathname: string, response: ServerResponse, plain: Plain): Promise<void> {
  const json = (status: number, body: object) => {
    if (status === 503) response.setHeader('retry-after', String(retryAfterSeconds));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    if (pathname === '/healthz') json(200, { status: 'ok' });
    else if (pathname === '/readyz') await answerReady(json, plain);
    else if (pathname === '/metrics') {
      const text = await plain.metrics.text();
      response.writeHead(200, { 'content-type': plain.metrics.contentType }).end(text);
    } else json(404, { reason: 'unknown_procedure', message: 'no such path; procedures stand under /trpc/' });
  } catch (error) {
    plain.log.error({ error, pathname }, 'a plain route failed');
    json(500, { reason: 'internal', message: 'internal error' });
  }
}

/** Ready means that calls can be served: not stopping, and the database answers and is migrated. */
async function answerReady(json: (status: number, body: object) => void, plain: Plain): Promise<void> {
  if (plain.stopping.aborted) return json(503, { status: 'stopping' });
  try {
    if (await isReady(plain.deps)) json(200, { status: 'ready' });
    else json(503, { status: 'the database is not migrated' });
  } catch (error) {
    plain.log.warn({ error }, 'not ready');
    json(503, { status: refusalFor(error)?.message ?? 'the database cannot be used: is it migrated?' });
  }
}
