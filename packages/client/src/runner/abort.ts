/**
 * Why a running job must stop.
 * - `Cancelled`: the orchestrator or an operator wants it stopped; reported as cancelled.
 * - `LeaseLost`: the lease ended, or may end before the job is stopped in an orderly way: stop at once, nothing is reported.
 * - `Timeout`: its own time limit is over; reported as failed.
 * - `Shutdown`: this runner was told to stop without waiting; reported as cancelled.
 */
export type AbortReason = 'Cancelled' | 'LeaseLost' | 'Timeout' | 'Shutdown';

/** The `reason` of a job's signal. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted';
  readonly abortReason: AbortReason;

  constructor(abortReason: AbortReason) {
    super(`the job must stop: ${abortReason}`);
    this.abortReason = abortReason;
  }
}

/** Why a job's signal was aborted; undefined while it is not. */
export function abortReasonOf(signal: AbortSignal): AbortReason | undefined {
  return signal.aborted && signal.reason instanceof JobAborted ? signal.reason.abortReason : undefined;
}
