import { type Reason, Refusal } from '@berth/dto';
import { TRPCClientError } from '@trpc/client';
import { BerthError } from './error.ts';
import { retryAfterSeconds } from './retry.rules.ts';

/** Thrown by the transport for an answer that is no JSON: a proxy's error page, most often. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly response: Response;

  constructor(response: Response) {
    super(
      `the answer is not from Berth: HTTP ${response.status} ${response.headers.get('content-type') ?? 'without content type'}`,
    );
    this.response = response;
  }
}

/** Turns whatever a call threw into a BerthError. */
export function toBerthError(thrown: unknown): BerthError {
  if (thrown instanceof BerthError) return thrown;
  const response = responseOf(thrown);
  const data = thrown instanceof TRPCClientError ? dataOf(thrown.data) : {};
  const refusal = Refusal.safeParse(data.refusal).data;
  const status = response && !response.ok ? response.status : undefined;
  return new BerthError({
    message: refusal?.message ?? describe(thrown),
    reason: refusal?.reason ?? reasonOfStatus(status),
    httpStatus: status,
    retryAfterSeconds: retryAfterSeconds(response?.headers.get('retry-after'), Date.now()),
    requestId:
      typeof data.requestId === 'string' ? data.requestId : (response?.headers.get('x-request-id') ?? undefined),
    issues: refusal?.issues,
    cause: thrown,
  });
}

/** An answer of 200 that cannot be read counts as no answer: its call may be sent again. */
function responseOf(thrown: unknown): Response | undefined {
  if (!(thrown instanceof TRPCClientError)) return undefined;
  if (thrown.cause instanceof ForeignAnswer) return thrown.cause.response;
  const response = thrown.meta?.response;
  return response instanceof Response ? response : undefined;
}

function dataOf(data: unknown): { refusal?: unknown; requestId?: unknown } {
  return typeof data === 'object' && data !== null ? data : {};
}

/** For answers that carry no refusal, since something else than the api gave them. */
function reasonOfStatus(status: number | undefined): Reason {
  if (status === undefined || status >= 500) return 'unavailable';
  const known: Partial<Record<number, Reason>> = {
    401: 'unauthenticated',
    403: 'forbidden',
    404: 'unknown_procedure',
    413: 'payload_too_large',
    429: 'rate_limited',
  };
  return known[status] ?? 'internal';
}

/** `fetch failed` alone helps nobody: the address and the system's error stand in its causes. */
function describe(thrown: unknown): string {
  const parts: string[] = [];
  for (let error = thrown; error instanceof Error && parts.length < 4; error = error.cause) {
    if (error.message !== '' && !parts.includes(error.message)) parts.push(error.message);
  }
  return parts.length > 0 ? parts.join(': ') : String(thrown);
}
