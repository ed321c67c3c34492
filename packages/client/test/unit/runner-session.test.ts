import { describe, expect, test } from 'vitest';
import { fakeBerth, noAnswer, refusal } from './fake-berth.ts';
import { longJob, seconds, start, useFakeTime } from './loop.ts';

useFakeTime();

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
