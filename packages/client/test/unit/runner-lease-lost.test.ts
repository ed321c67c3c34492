import { describe, expect, test } from 'vitest';
import { fakeBerth, noAnswer, refusal } from './fake-berth.ts';
import { longJob, seconds, start, useFakeTime } from './loop.ts';

useFakeTime();

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
