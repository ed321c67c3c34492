import type { ReportedOutcome } from '@berth/dto';
import { backoffMs } from '../shared/retry.rules.ts';
import type { AbortReason } from './abort.ts';

/** A heartbeat without an answer is given up after this long, so that the next one gets its turn. */
export const beatAnswerMs = 10_000;
const beatRetryCeilingMs = 5_000;
const beatDelayMsMin = 200;
/** However long the lease: a cancel comes with a beat, and must come well within its grace. */
const beatDelayMsMax = 20_000;

/** How long before the lease's end a job is stopped, when nothing else is said: a sixth of the lease, at least a second. */
export const defaultStopMarginSeconds = (leaseSeconds: number): number => Math.max(1, leaseSeconds / 6);

type Deadline = { sentAtMs: number; secondsLeft: number; marginSeconds: number };

/**
 * The moment, on the monotonic clock of `sentAtMs`, by which a job must be told to stop unless another heartbeat is
 * accepted. Counted from when the accepted heartbeat was *sent*: the server counts from when it took it, which is later, so the runner
 * always yields first.
 */
export function stopDeadlineMs({ sentAtMs, secondsLeft, marginSeconds }: Deadline): number {
  return sentAtMs + (secondsLeft - marginSeconds) * 1_000;
}

/** Until the next heartbeat after an accepted one: a third of the time the lease has, at most 20 s, give or take a tenth. `random` is in [0, 1). */
export function nextBeatMs({
  leaseSeconds,
  secondsLeft,
  random,
}: {
  leaseSeconds: number;
  secondsLeft: number;
  random: number;
}): number {
  const third = (Math.min(leaseSeconds, secondsLeft) * 1_000) / 3;
  return Math.max(beatDelayMsMin, Math.min(third, beatDelayMsMax) * (0.9 + random * 0.2));
}

/** Until the next heartbeat after a failed one: soon, since the lease runs out meanwhile; `Retry-After` is obeyed. */
export function retryBeatMs(failed: {
  failures: number;
  random: number;
  retryAfterSeconds: number | undefined;
}): number {
  return Math.max(beatDelayMsMin, backoffMs({ ...failed, ceilingMs: beatRetryCeilingMs }));
}

/** How the user's handler ended: its own word, or a throw. */
export type HandlerEnd = { returned: 'succeeded' | 'failed' } | { threw: unknown };

/** What is reported, or undefined for nothing: after `LeaseLost` nobody would believe it. */
export function reportOf(aborted: AbortReason | undefined, end: HandlerEnd): ReportedOutcome | undefined {
  if (aborted === 'LeaseLost') return undefined;
  if (aborted === 'Cancelled' || aborted === 'Shutdown') return 'cancelled';
  if (aborted === 'Timeout' || 'threw' in end) return 'failed';
  return end.returned;
}
