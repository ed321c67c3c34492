import { describe, expect, test, vi } from 'vitest';
import { fakeBerth, noAnswer } from './fake-berth.ts';
import { longJob, seconds, start, useFakeTime } from './loop.ts';

useFakeTime();

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
    await seconds(23);
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
  test('come every twenty seconds of a long lease, one at a time, each given up after ten', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    start(berth, job.run);
    await seconds(30);
    expect(berth.count('heartbeat')).toBe(2);
    berth.always('heartbeat', 'hang');
    await seconds(11);
    expect(berth.count('heartbeat')).toBe(3);
    await seconds(8);
    expect(berth.count('heartbeat')).toBe(3);
    await seconds(3);
    expect(berth.count('heartbeat')).toBe(4);
    vi.restoreAllMocks();
  });

  test('never wait behind a claim', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    start(berth, job.run, { slots: 2 });
    await seconds(5);
    expect(berth.sent.at(-1)?.name).toBe('claim');
    await seconds(18);
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
