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
