import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { abortReasonOf } from '../../src/runner/abort.ts';
import type { JobContext, JobHandler } from '../../src/runner/attempt.ts';
import type { RunnerEvent } from '../../src/runner/event.ts';
import { createRunner, type RunnerOptions } from '../../src/runner/runner.ts';
import { fakeBerth, noAnswer, refusal } from './fake-berth.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A handler that runs until it is told to stop, or until the test ends it. */
function longJob() {
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

function start(berth: ReturnType<typeof fakeBerth>, run: JobHandler, options: Partial<RunnerOptions> = {}) {
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

describe('a job', () => {
  test('starts only after its first heartbeat was accepted, which is sent at once', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    berth.next('heartbeat', 'hang');
    start(berth, job.run);
    await seconds(0);
    expect(berth.count('heartbeat')).toBe(1);
    await seconds(9);
    expect(job.jobs).toHaveLength(0);
    await seconds(2);
    expect(job.jobs).toHaveLength(1);
  });

  test('never starts when no heartbeat is accepted in time', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    berth.always('heartbeat', noAnswer());
    const { events } = start(berth, job.run);
    await seconds(61);
    expect(job.jobs).toHaveLength(0);
    expect(events.find((event) => event.type === 'lease_lost')).toMatchObject({ started: false });
    expect(berth.count('complete')).toBe(0);
  });

  test('is reported as its handler says, and the next is claimed', async () => {
    const berth = fakeBerth();
    const [first, second] = [berth.queue(), berth.queue()];
    start(berth, async ({ lease }) => (lease.executionId === first.executionId ? 'succeeded' : 'failed'));
    await seconds(1);
    expect(berth.lease(first.leaseToken)?.outcome).toBe('succeeded');
    expect(berth.lease(second.leaseToken)?.outcome).toBe('failed');
  });

  test('is failed by a throw', async () => {
    const berth = fakeBerth();
    const lease = berth.queue();
    const { types } = start(berth, async () => {
      throw new Error('broken');
    });
    await seconds(1);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('failed');
    expect(types()).toContain('handler_threw');
  });

  test('gets the newest step token', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    start(berth, job.run);
    await seconds(1);
    expect(job.jobs[0]?.stepToken()).toBe('step-1');
    await seconds(60);
    expect(job.jobs[0]?.stepToken()).toBe('step-2');
  });

  test('is stopped by its own time limit, or by the one that its handler sets', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    start(berth, job.run, { timeoutSeconds: 100 });
    await seconds(90);
    job.jobs[0]?.setTimeoutSeconds(60);
    await seconds(59);
    expect(job.reasons()).toEqual([undefined]);
    await seconds(2);
    expect(job.reasons()).toEqual(['Timeout']);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('failed');
  });
});

describe('heartbeats', () => {
  test('come every third of the lease, one at a time, each given up after ten seconds', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    start(berth, job.run);
    await seconds(130);
    expect(berth.count('heartbeat')).toBe(3);
    berth.always('heartbeat', 'hang');
    await seconds(50);
    expect(berth.count('heartbeat')).toBe(4);
    await seconds(9);
    expect(berth.count('heartbeat')).toBe(4);
    await seconds(3);
    expect(berth.count('heartbeat')).toBe(5);
  });

  test('never wait behind a claim', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    start(berth, job.run, { slots: 2 });
    await seconds(5);
    expect(berth.sent.at(-1)?.name).toBe('claim');
    await seconds(60);
    expect(berth.count('heartbeat')).toBe(2);
  });

  test('bring the cancellation: the job is aborted and reported as cancelled', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    start(berth, job.run);
    await seconds(1);
    Object.assign(berth.lease(lease.leaseToken) ?? {}, { cancel: true });
    await seconds(61);
    expect(job.reasons()).toEqual(['Cancelled']);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('cancelled');
  });

  test('bring a cancellation that came before the start: no step is run', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    berth.next('heartbeat', noAnswer());
    start(berth, job.run);
    await seconds(0);
    Object.assign(berth.lease(lease.leaseToken) ?? {}, { cancel: true });
    await seconds(5);
    expect(job.jobs).toHaveLength(0);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('cancelled');
  });

  test('bring the wish to drain: nothing more is claimed, the job goes on', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    const { runner, ended } = start(berth, job.run);
    await seconds(1);
    Object.assign(berth.lease(lease.leaseToken) ?? {}, { drain: true });
    await seconds(61);
    expect([runner.state, job.reasons()]).toEqual(['draining', [undefined]]);
    job.finish('succeeded');
    expect(await ended).toBe('resolved');
  });
});

describe('a lost lease', () => {
  test('stops the job before the server can give it away when heartbeats get no answer', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    start(berth, job.run);
    await seconds(1);
    berth.always('heartbeat', 'hang');
    let stoppedAtMs = Number.POSITIVE_INFINITY;
    job.jobs[0]?.signal.addEventListener('abort', () => {
      stoppedAtMs = performance.now();
    });
    await seconds(180);
    expect(job.reasons()).toEqual(['LeaseLost']);
    expect((berth.lease(lease.leaseToken)?.endsAtMs ?? 0) - stoppedAtMs).toBeGreaterThanOrEqual(30_000 - 1);
    expect(berth.count('complete')).toBe(0);
  });

  test('stops the job at once when a heartbeat is refused', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    const { types } = start(berth, job.run);
    await seconds(1);
    berth.next('heartbeat', refusal('lease_lost'));
    await seconds(61);
    expect(job.reasons()).toEqual(['LeaseLost']);
    expect(types()).toContain('lease_lost');
    expect(berth.count('complete')).toBe(0);
  });

  test('is not brought back by an answer that comes too late', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const answers: (() => void)[] = [];
    const { heartbeat } = berth.client.leases;
    berth.queue();
    start(berth, job.run, { stopMarginSeconds: 118 });
    await seconds(1);
    // The second heartbeat is sent after 60 s and answered after the deadline at 62 s, deaf to its own abort.
    berth.client.leases.heartbeat = (input, options) =>
      new Promise((resolve, reject) => answers.push(() => heartbeat(input, options).then(resolve, reject)));
    await seconds(62);
    expect(job.reasons()).toEqual(['LeaseLost']);
    for (const answer of answers) answer();
    await seconds(120);
    expect(answers).toHaveLength(1);
    expect(berth.count('complete')).toBe(0);
  });
});

describe('the report', () => {
  test('is sent again with the same outcome when its answer is lost', async () => {
    const berth = fakeBerth();
    const lease = berth.queue();
    berth.next('complete', 'lost reply');
    const { types } = start(berth, async () => 'succeeded');
    await seconds(5);
    expect(berth.named('complete').map((call) => call.input)).toEqual([
      { outcome: 'succeeded' },
      { outcome: 'succeeded' },
    ]);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('succeeded');
    expect(types()).toContain('completed');
  });

  test('is not repeated after lease_lost', async () => {
    const berth = fakeBerth();
    berth.queue();
    berth.next('complete', refusal('lease_lost'));
    const { types } = start(berth, async () => 'succeeded');
    await seconds(60);
    expect(berth.count('complete')).toBe(1);
    expect(types()).toContain('lease_lost');
  });

  test('keeps the lease alive while it cannot be delivered', async () => {
    const berth = fakeBerth();
    const lease = berth.queue();
    berth.always('complete', noAnswer());
    start(berth, async () => 'succeeded');
    await seconds(300);
    berth.heal();
    await seconds(60);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('succeeded');
  });
});

describe('claims', () => {
  test('send the same request id after a lost reply, so that the lease arrives after all', async () => {
    const berth = fakeBerth();
    const lease = berth.queue();
    berth.next('claim', 'lost reply');
    start(berth, async () => 'succeeded');
    await seconds(5);
    const [first, second, third] = berth.named('claim').map((call) => call.input.requestId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('succeeded');
  });

  test('use a new request id once the old one is spent', async () => {
    const berth = fakeBerth();
    berth.next('claim', refusal('request_spent'));
    start(berth, async () => 'succeeded');
    await seconds(5);
    const [first, second] = berth.named('claim').map((call) => call.input.requestId);
    expect(second).not.toBe(first);
  });

  test('ask for as many jobs as there are free slots, and for none when all are taken', async () => {
    const berth = fakeBerth();
    const job = longJob();
    for (let count = 0; count < 5; count++) berth.queue();
    start(berth, job.run, { slots: 3 });
    await seconds(1);
    expect(berth.named('claim').map((call) => call.input.maxLeases)).toEqual([3]);
    expect(job.jobs).toHaveLength(3);
    await seconds(100);
    expect(berth.count('claim')).toBe(1);
    job.finish('succeeded');
    await seconds(1);
    expect(job.jobs).toHaveLength(5);
  });

  test('back off after failures and obey Retry-After', async () => {
    const berth = fakeBerth();
    berth.next('claim', noAnswer());
    berth.next('claim', noAnswer());
    berth.next('claim', refusal('rate_limited', 429));
    const limited = Object.assign(refusal('unavailable', 503), { retryAfterSeconds: 40 });
    berth.next('claim', limited);
    start(berth, async () => 'succeeded');
    await seconds(60);
    const at = berth.named('claim').map((call) => call.atMs);
    expect(at.slice(1).map((ms, index) => ms - (at[index] ?? 0))).toEqual([250, 500, 1_000, 42_000]);
  });
});

describe('the session', () => {
  test('is registered again, with a pause, when a claim says that it was revoked', async () => {
    const berth = fakeBerth();
    berth.next('claim', refusal('session_revoked'));
    start(berth, async () => 'succeeded');
    await seconds(0);
    expect(berth.count('register')).toBe(1);
    await seconds(1);
    const [first, second] = berth.named('claim');
    expect(berth.count('register')).toBe(2);
    expect(second?.token).not.toBe(first?.token);
    expect(second?.input.requestId).not.toBe(first?.input.requestId);
  });

  test('is renewed before its token ends, and claims use the new token', async () => {
    const berth = fakeBerth({ sessionTokenSeconds: 100 });
    start(berth, async () => 'succeeded');
    await seconds(49);
    expect(berth.count('renew')).toBe(0);
    await seconds(4);
    expect(berth.count('renew')).toBe(1);
    expect(berth.named('claim').at(-1)?.token).not.toBe(berth.named('claim').at(0)?.token);
    expect(berth.count('register')).toBe(1);
  });

  test('is registered anew when its renewal is refused', async () => {
    const berth = fakeBerth({ sessionTokenSeconds: 100 });
    berth.next('renew', refusal('unauthenticated', 401));
    const { types } = start(berth, async () => 'succeeded');
    await seconds(101);
    expect(berth.count('register')).toBe(2);
    expect(types()).toContain('session_refused');
  });

  test('that cannot be had ends the runner with the refusal', async () => {
    const berth = fakeBerth();
    berth.always('register', refusal('credential_revoked', 401));
    const { ended, runner } = start(berth, async () => 'succeeded');
    await seconds(1);
    expect(await ended).toMatchObject({ reason: 'credential_revoked' });
    expect(runner.state).toBe('stopped');
  });

  test('is waited for while the control plane is away', async () => {
    const berth = fakeBerth();
    berth.always('register', noAnswer());
    const lease = berth.queue();
    start(berth, async () => 'succeeded');
    await seconds(300);
    berth.heal();
    await seconds(60);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('succeeded');
  });
});

describe('shutdown', () => {
  test('drains: no further claim, the job finishes, the session is closed', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    const { runner, ended } = start(berth, job.run);
    await seconds(1);
    const drained = runner.drain();
    berth.queue();
    await seconds(200);
    expect([runner.state, berth.count('claim'), job.reasons()]).toEqual(['draining', 1, [undefined]]);
    job.finish('succeeded');
    await drained;
    expect(await ended).toBe('resolved');
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('succeeded');
    expect([runner.state, berth.sent.at(-1)?.name]).toEqual(['stopped', 'close']);
  });

  test('ends a waiting claim when it drains', async () => {
    const berth = fakeBerth();
    const { runner, ended } = start(berth, async () => 'succeeded');
    await seconds(1);
    await runner.drain();
    expect(await ended).toBe('resolved');
  });

  test('aborts the job on the second call and reports it as cancelled', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    const { runner, ended } = start(berth, job.run);
    await seconds(1);
    void runner.drain();
    await runner.drain();
    expect(await ended).toBe('resolved');
    expect(job.reasons()).toEqual(['Shutdown']);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('cancelled');
  });

  test('does not wait for ever for a report that nobody takes', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    berth.always('complete', noAnswer());
    berth.always('close', noAnswer());
    const { runner, ended } = start(berth, job.run);
    await seconds(1);
    void runner.stop();
    await seconds(30);
    expect(await ended).toBe('resolved');
  });

  test('is begun by the signal given to run', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    const stop = new AbortController();
    const runner = createRunner({
      url: '',
      registrationToken: 'registration',
      labels: ['linux'],
      run: job.run,
      client: berth.client,
    });
    const ended = runner.run(stop.signal);
    await seconds(1);
    stop.abort();
    await ended;
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('cancelled');
  });

  test('before the start means that nothing starts', async () => {
    const berth = fakeBerth();
    const runner = createRunner({
      url: '',
      registrationToken: 'registration',
      labels: ['linux'],
      run: async () => 'succeeded',
      client: berth.client,
    });
    await runner.drain();
    await runner.run();
    expect(berth.sent).toEqual([]);
  });
});
