import type { HeartbeatOutput, LeaseGrant, ReportedOutcome } from '@berth/dto';
import { toBerthError } from '../shared/failure.ts';
import { retry } from '../shared/retry.ts';
import { after, within } from '../shared/time.ts';
import { type AbortReason, abortReasonOf, JobAborted } from './abort.ts';
import type { RunnerClient } from './client.ts';
import type { Emit } from './event.ts';
import { keepLease, type LeaseKeeper } from './heartbeat.ts';
import { defaultStopMarginSeconds, type HandlerEnd, reportOf } from './lease.rules.ts';

/** After this long without an answer a report helps nobody: the lease has been over for a while. */
const reportMsMax = 600_000;

/** What a handler is given. */
export type JobContext = {
  lease: LeaseGrant;
  /** Aborted when the job must stop; `abortReasonOf(signal)` says why. */
  signal: AbortSignal;
  /** The present step token, shown to the orchestrator for the steps. Renewed with each heartbeat: ask each time. */
  stepToken(): string;
  /** The present lease token; whoever holds it can end the lease. */
  leaseToken(): string;
  /** Limits the job to so many seconds from now; `null` lifts the limit. */
  setTimeoutSeconds(seconds: number | null): void;
};

/** Runs one job. Says how it ended; a throw means failed. Must return soon after its signal is aborted. */
export type JobHandler = (job: JobContext) => Promise<'succeeded' | 'failed'>;

export type AttemptOptions = {
  client: RunnerClient['leases'];
  lease: LeaseGrant;
  run: JobHandler;
  emit: Emit;
  timeoutSeconds: number | undefined;
  stopMarginSeconds: number | undefined;
  /** The server wants this runner to take no further job. */
  onDrain: () => void;
  /** Aborted when nobody waits for the report any more. */
  giveUpReport: AbortSignal;
};

export type Attempt = { finished: Promise<void>; abort(reason: AbortReason): void };

/** One lease from its first heartbeat to its report. `finished` never rejects: what went wrong is an event. */
export function startAttempt({
  client,
  lease,
  run,
  emit,
  timeoutSeconds,
  stopMarginSeconds,
  onDrain,
  giveUpReport,
}: AttemptOptions): Attempt {
  const job = new AbortController();
  let lost = false;
  let started = false;
  let limit: ReturnType<typeof setTimeout> | undefined;
  return { finished: live(), abort };

  async function live(): Promise<void> {
    emit({ type: 'claimed', lease });
    const keeper = await firstBeat();
    if (lost) return emit({ type: 'lease_lost', lease, started });
    const end = await handle(keeper);
    clearTimeout(limit);
    const outcome = lost ? undefined : reportOf(abortReasonOf(job.signal), end);
    if (outcome === undefined) return emit({ type: 'lease_lost', lease, started });
    await report(outcome, keeper);
    keeper.end();
  }

  /** Resolves with the first accepted heartbeat, or when the lease is lost before. */
  function firstBeat(): Promise<LeaseKeeper> {
    return new Promise((resolve) => {
      const keeper = keepLease({
        client,
        lease,
        emit,
        stopMarginSeconds: stopMarginSeconds ?? defaultStopMarginSeconds(lease.leaseSeconds),
        onAccepted: (answer) => {
          obey(answer);
          resolve(keeper);
        },
        onLost: () => {
          lost = true;
          abort('LeaseLost');
          resolve(keeper);
        },
      });
    });
  }

  function obey(answer: HeartbeatOutput): void {
    if (answer.cancel) abort('Cancelled');
    if (answer.drain) onDrain();
  }

  async function handle(keeper: LeaseKeeper): Promise<HandlerEnd> {
    if (job.signal.aborted) return { threw: job.signal.reason };
    started = true;
    emit({ type: 'started', lease });
    if (timeoutSeconds !== undefined) setTimeoutSeconds(timeoutSeconds);
    try {
      const { leaseToken, stepToken } = keeper;
      return { returned: await run({ lease, signal: job.signal, leaseToken, stepToken, setTimeoutSeconds }) };
    } catch (error) {
      if (!job.signal.aborted) emit({ type: 'handler_threw', lease, error });
      return { threw: error };
    }
  }

  function setTimeoutSeconds(seconds: number | null): void {
    clearTimeout(limit);
    if (seconds !== null && !job.signal.aborted) limit = after(seconds * 1_000, () => abort('Timeout'));
  }

  function abort(abortReason: AbortReason): void {
    if (job.signal.aborted) return;
    emit({ type: 'aborted', lease, abortReason });
    job.abort(new JobAborted(abortReason));
  }

  /** The heart beats on meanwhile. A lease that seems lost now may have been ended by our own report: its answer tells. */
  async function report(reported: ReportedOutcome, keeper: LeaseKeeper): Promise<void> {
    try {
      const { outcome } = await within(reportMsMax, giveUpReport, (signal) =>
        retry(() => client.complete({ outcome: reported }, { token: keeper.leaseToken(), signal }), {
          signal,
          onFailure: (error, waitMs) => emit({ type: 'call_failed', call: 'complete', error, waitMs }),
        }),
      );
      emit({ type: 'completed', lease, reported, outcome });
    } catch (thrown) {
      const error = toBerthError(thrown);
      emit(
        error.reason === 'lease_lost'
          ? { type: 'lease_lost', lease, started }
          : { type: 'report_refused', lease, reported, error },
      );
    }
  }
}
