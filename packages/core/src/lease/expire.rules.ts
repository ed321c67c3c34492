import type { Outcome, TerminalStatus } from '@berth/dto';

/** A lease that is due: stale, or past the grace of its cancel. */
export type DueLease = {
  started: boolean;
  cancelRequested: boolean;
  pastGrace: boolean;
  terminatedAs: TerminalStatus | null;
  starts: number;
  maxStarts: number;
};

export type Ending =
  | { ending: 'requeue'; startsLeft: number }
  | { ending: 'finished'; outcome: Outcome }
  | { ending: 'lease_expired'; outcome: 'lost' };

/**
 * How a due lease ends. The orchestrator's terminal word is the outcome if there is one; past the grace of a cancel it
 * is cancelled; one that never started goes back to the queue while starts are left, but never with a cancel mark;
 * the rest are lost.
 */
export function decideEnding(lease: DueLease): Ending {
  if (lease.terminatedAs !== null) return { ending: 'finished', outcome: lease.terminatedAs };
  if (lease.pastGrace) return { ending: 'finished', outcome: 'cancelled' };
  const startsLeft = lease.maxStarts - lease.starts;
  if (!lease.started && !lease.cancelRequested && startsLeft > 0) return { ending: 'requeue', startsLeft };
  return { ending: 'lease_expired', outcome: 'lost' };
}
