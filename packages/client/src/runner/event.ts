import type { LeaseGrant, Outcome, ReportedOutcome, SessionId } from '@berth/dto';
import type { BerthError } from '../shared/error.ts';
import type { AbortReason } from './abort.ts';
import type { RunnerState } from './state.rules.ts';

type OfLease = { lease: LeaseGrant };

/** What a runner tells its log, as it happens. No event carries a token in plain sight except within `lease`. */
export type RunnerEvent =
  | { type: 'state_changed'; state: RunnerState }
  | { type: 'registered'; sessionId: SessionId; labels: readonly string[] }
  | { type: 'session_renewed'; sessionId: SessionId }
  | { type: 'session_refused'; sessionId: SessionId; error: BerthError }
  | {
      type: 'call_failed';
      call: 'register' | 'renew' | 'close' | 'claim' | 'heartbeat' | 'complete';
      error: BerthError;
      waitMs: number | undefined;
    }
  | ({ type: 'claimed' } & OfLease)
  /** The first heartbeat was accepted; the handler starts now. */
  | ({ type: 'started' } & OfLease)
  | ({ type: 'heartbeat_accepted'; secondsLeft: number } & OfLease)
  | ({ type: 'aborted'; abortReason: AbortReason } & OfLease)
  | ({ type: 'handler_threw'; error: unknown } & OfLease)
  /** `outcome` is what stands in the record: the orchestrator's word wins over the report. */
  | ({ type: 'completed'; reported: ReportedOutcome; outcome: Outcome } & OfLease)
  /** The lease ended without a report; `started` is false when no step was run. */
  | ({ type: 'lease_lost'; started: boolean } & OfLease)
  | ({ type: 'report_refused'; reported: ReportedOutcome; error: BerthError } & OfLease);

export type Emit = (event: RunnerEvent) => void;
