import type { Outcome, TerminalStatus } from '@berth/dto';

/** A lease whose grant its runner never got. */
export type Undelivered = { started: boolean; cancelRequested: boolean; terminatedAs: TerminalStatus | null };

export type GiveBack = { action: 'keep' } | { action: 'requeue' } | { action: 'finish'; outcome: Outcome };

/**
 * What becomes of it: back to the queue as if nothing had been claimed; or to its end, if it was to be stopped
 * meanwhile; and a lease that has beaten was delivered after all.
 */
export function decideGiveBack({ started, cancelRequested, terminatedAs }: Undelivered): GiveBack {
  if (started) return { action: 'keep' };
  if (terminatedAs !== null) return { action: 'finish', outcome: terminatedAs };
  return cancelRequested ? { action: 'finish', outcome: 'cancelled' } : { action: 'requeue' };
}
