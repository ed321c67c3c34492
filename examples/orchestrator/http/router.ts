import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A refusal with its status. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

type Call = { request: IncomingMessage; response: ServerResponse; url: URL; params: Record<string, string> };
export type Route = { method: string; path: string; handle: (call: Call) => Promise<void> | void };

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}

/** Answers by the first route whose method and path match; `:name` in a path matches one part. */
export function router(routes: Route[], onError: (error: unknown, url: string) => void): RequestListener {
  return (request, response) => {
    void answer(routes, request, response).catch((error: unknown) => {
      if (!(error instanceof HttpError)) onError(error, request.url ?? '');
      if (response.headersSent) return response.destroy();
      const { status, message, details } = error instanceof HttpError ? error : new HttpError(500, 'internal error');
      // Unread bytes of a refused body would be taken for the next request.
      if (!request.complete) response.setHeader('connection', 'close');
      json(response, status, { error: { status, message, ...details } });
    });
  };
}

async function answer(routes: Route[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const onPath = routes.flatMap((route) => {
    const params = match(route.path, url.pathname);
    return params ? [{ route, params }] : [];
  });
  const found = onPath.find(({ route }) => route.method === request.method);
  if (found) return found.route.handle({ request, response, url, params: found.params });
  if (onPath.length > 0) throw new HttpError(405, `use ${onPath.map(({ route }) => route.method).join(' or ')} here`);
  throw new HttpError(404, `nothing is served at ${url.pathname}`);
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}
