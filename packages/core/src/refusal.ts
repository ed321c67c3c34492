import { isConnectionLost } from '@berth/db';
import type { InputIssue, Reason, Refusal } from '@berth/dto';

/** A refusal: `reason` from the closed list for programs, the message for the caller, `detail` for the log only. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly reason: Reason;
  readonly issues: InputIssue[] | undefined;
  readonly detail: Record<string, unknown>;

  constructor(reason: Reason, message: string, more: { issues?: InputIssue[]; detail?: Record<string, unknown> } = {}) {
    super(message);
    this.reason = reason;
    this.issues = more.issues;
    this.detail = more.detail ?? {};
  }

  toRefusal(): Refusal {
    return { reason: this.reason, message: this.message, ...(this.issues ? { issues: this.issues } : {}) };
  }
}

/** The refusal that a failure amounts to, or undefined when nobody expected it. */
export function refusalFor(failure: unknown): DomainError | undefined {
  if (failure instanceof DomainError) return failure;
  if (!isConnectionLost(failure)) return undefined;
  return new DomainError('unavailable', 'the database cannot be reached; try again', { detail: { failure } });
}
