import type { LeaseGrant } from '@berth/dto';
import { longPollSecondsMax } from '@berth/dto';
import { after } from '../shared/time.ts';
import type { TokenSource } from '../shared/transport.ts';
import { type Attempt, type JobHandler, startAttempt } from './attempt.ts';
import { keepClaiming } from './claim.ts';
import { createRunnerClient, type RunnerClient } from './client.ts';
import type { Emit, RunnerEvent } from './event.ts';
import { keepSession, type SessionOptions } from './session.ts';
import { makeSlots } from './slots.ts';
import { nextState, type RunnerSignal, type RunnerState } from './state.rules.ts';

export type RunnerOptions = {
  /** Origin of the api. */
  url: string;
  /** `bth_reg_…`; a function is asked at each registration. */
  registrationToken: TokenSource;
  labels: string[];
  /** Shown to operators. */
  name?: string | undefined;
  capabilities?: SessionOptions['registration']['capabilities'];
  /** Jobs that run beside each other; 1 when left out. */
  slots?: number | undefined;
  run: JobHandler;
  onEvent?: ((event: RunnerEvent) => void) | undefined;
  /** Limit of each job, in seconds; the handler can set another. */
  timeoutSeconds?: number | undefined;
  /** How long before a lease's end its job is told to stop; must exceed what the handler needs for it. A sixth of the lease when left out. */
  stopMarginSeconds?: number | undefined;
  /** How long a claim waits for a job, 0–50 s; 50 when left out. */
  waitSeconds?: number | undefined;
  /** Stands in for the client made from `url`. */
  client?: RunnerClient | undefined;
};

export type Runner = {
  /**
   * Registers, claims and runs until told to stop; resolves once nothing runs any more. Aborting `signal` is `stop()`. Rejects with a
   * refusal that trying again cannot cure (e.g. of the registration token), after what runs has finished.
   */
  run(signal?: AbortSignal): Promise<void>;
  /** Claims nothing more and lets running jobs finish; called again, it is `stop()`. Resolves once stopped. */
  drain(): Promise<void>;
  /** Aborts running jobs with `Shutdown` and reports them. Resolves once stopped. */
  stop(): Promise<void>;
  readonly state: RunnerState;
};

/** How long reports of aborted jobs may take before a runner that is told to stop goes without them. */
const lastReportsMs = 20_000;

export function createRunner(options: RunnerOptions): Runner {
  const {
    registrationToken,
    labels,
    name,
    capabilities,
    slots: slotCount = 1,
    run: handler,
    onEvent,
    timeoutSeconds,
    stopMarginSeconds,
  } = options;
  const client = options.client ?? createRunnerClient({ url: options.url });
  const slots = makeSlots(slotCount);
  const sessions = keepSession({
    client: client.sessions,
    registrationToken,
    registration: { labels, name, capabilities, maxConcurrent: slotCount },
    emit,
  });
  const attempts = new Set<Attempt>();
  const claiming = new AbortController();
  const giveUpReport = new AbortController();
  const stopped = new AbortController();
  let state: RunnerState = 'idle';

  return {
    run,
    drain: () => tell('drain'),
    stop: () => tell('stop'),
    get state() {
      return state;
    },
  };

  async function run(signal?: AbortSignal): Promise<void> {
    if (state === 'stopped') return;
    if (state !== 'idle') throw new Error('a runner runs once');
    const onAbort = () => move('stop');
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    move('run');
    try {
      await keepClaiming({
        client: client.leases,
        sessions,
        slots,
        emit,
        onLease,
        waitSeconds: options.waitSeconds ?? longPollSecondsMax,
        signal: claiming.signal,
      });
    } finally {
      move('claimsEnded');
      await slots.untilEmpty();
      await sessions.close();
      move('emptied');
      signal?.removeEventListener('abort', onAbort);
    }
  }

  function onLease(lease: LeaseGrant): void {
    // Without a first heartbeat the lease goes back to its place in the queue, which is kinder than a report of our own end.
    if (state === 'cancelling') return;
    const onDrain = () => move('claimsEnded');
    const attempt = startAttempt({
      client: client.leases,
      lease,
      run: handler,
      emit,
      timeoutSeconds,
      stopMarginSeconds,
      onDrain,
      giveUpReport: giveUpReport.signal,
    });
    attempts.add(attempt);
    void attempt.finished.finally(() => attempts.delete(attempt));
    slots.occupy(attempt.finished);
  }

  async function tell(signal: RunnerSignal): Promise<void> {
    move(signal);
    if (state !== 'stopped')
      await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve, { once: true }));
  }

  function move(signal: RunnerSignal): void {
    const before = state;
    state = nextState(before, signal);
    if (state === before) return;
    emit({ type: 'state_changed', state });
    if (state !== 'running') claiming.abort(new Error(`the runner is ${state}`));
    if (state === 'cancelling') hurry();
    if (state === 'stopped') stopped.abort();
  }

  function hurry(): void {
    for (const attempt of attempts) attempt.abort('Shutdown');
    const timer = after(lastReportsMs, () => giveUpReport.abort(new Error('the runner stops without this report')));
    stopped.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** A listener's fault must not end a job, let alone the heartbeat of another. */
  function emit(event: RunnerEvent): ReturnType<Emit> {
    try {
      onEvent?.(event);
    } catch (error) {
      console.error('onEvent threw', error);
    }
  }
}
