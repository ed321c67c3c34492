import { afterEach, beforeEach, vi } from 'vitest';
import { abortReasonOf } from '../../src/runner/abort.ts';
import type { JobContext, JobHandler } from '../../src/runner/attempt.ts';
import type { RunnerEvent } from '../../src/runner/event.ts';
import { createRunner, type RunnerOptions } from '../../src/runner/runner.ts';
import type { fakeBerth } from './fake-berth.ts';

/** Fake timers and a fixed chance for every test of the file that calls this. */
export function useFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

export const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A handler that runs until it is told to stop, or until the test ends it. */
export function longJob() {
  const jobs: JobContext[] = [];
  const finish: ((outcome: 'succeeded' | 'failed') => void)[] = [];
  const run: JobHandler = (job) =>
    new Promise((resolve, reject) => {
      jobs.push(job);
      finish.push(resolve);
      job.signal.addEventListener('abort', () => reject(job.signal.reason), { once: true });
    });
  return {
    run,
    jobs,
    finish: (outcome: 'succeeded' | 'failed') => {
      for (const end of finish.splice(0)) end(outcome);
    },
    reasons: () => jobs.map((job) => abortReasonOf(job.signal)),
  };
}

/** A runner on the control plane in memory, and what it told. */
export function start(berth: ReturnType<typeof fakeBerth>, run: JobHandler, options: Partial<RunnerOptions> = {}) {
  const events: RunnerEvent[] = [];
  const runner = createRunner({
    url: 'http://berth.invalid',
    registrationToken: 'registration',
    labels: ['linux'],
    run,
    client: berth.client,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const ended = runner.run().then(
    () => 'resolved' as const,
    (error: unknown) => error,
  );
  const types = () => events.map((event) => event.type);
  return { runner, ended, events, types };
}
