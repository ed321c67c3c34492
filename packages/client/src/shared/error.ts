import type { InputIssue, Reason } from '@berth/dto';

type Details = {
  message: string;
  reason: Reason;
  httpStatus?: number | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  issues?: readonly InputIssue[] | undefined;
  cause?: unknown;
};

/**
 * The one error of the client: a refusal of the api, or a call that got no proper answer. The only other thing a call
 * throws is the reason of a signal that the caller itself aborted.
 */
export class BerthError extends Error {
  override readonly name = 'BerthError';
  /** Why, from the closed list. A call that got no answer at all is `unavailable`. */
  readonly reason: Reason;
  /** Undefined when no answer arrived: the request may or may not have taken effect. */
  readonly httpStatus: number | undefined;
  /** The same call may be sent again later. */
  readonly retryable: boolean;
  /** What the server asked for in `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** Names the call in the server's log. */
  readonly requestId: string | undefined;
  /** Each fault of the input, for `invalid_input`. */
  readonly issues: readonly InputIssue[];

  constructor({ message, reason, httpStatus, retryAfterSeconds, requestId, issues = [], cause }: Details) {
    super(message, { cause });
    this.reason = reason;
    this.httpStatus = httpStatus;
    this.retryable = isRetryable(reason, httpStatus);
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
    this.issues = issues;
  }
}

const retryableStatus = new Set([408, 425, 429]);

/** `lease_lost` is final whatever the status says: what one held has been given away. */
export function isRetryable(reason: Reason, httpStatus: number | undefined): boolean {
  if (reason === 'lease_lost') return false;
  return httpStatus === undefined || httpStatus >= 500 || retryableStatus.has(httpStatus);
}
