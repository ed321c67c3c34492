import { describe, expect, test } from 'vitest';
import {
  defaultStopMarginSeconds,
  nextBeatMs,
  reportOf,
  retryBeatMs,
  stopDeadlineMs,
} from '../src/runner/lease.rules.ts';

describe('the stop deadline', () => {
  test('counts from when the accepted heartbeat was sent, and leaves the margin', () => {
    expect(stopDeadlineMs({ sentAtMs: 5_000, secondsLeft: 180, marginSeconds: 30 })).toBe(155_000);
  });

  test('comes before the end of the lease however long request and answer take', () => {
    for (const toServerMs of [0, 1, 900, 9_999]) {
      const sentAtMs = 1_000;
      const leaseEndsAtMs = sentAtMs + toServerMs + 180_000;
      const stopAtMs = stopDeadlineMs({ sentAtMs, secondsLeft: 180, marginSeconds: defaultStopMarginSeconds(180) });
      expect(leaseEndsAtMs - stopAtMs).toBeGreaterThanOrEqual(30_000);
    }
  });

  test('has a margin of a sixth of the lease, at least a second', () => {
    expect([3, 60, 180].map(defaultStopMarginSeconds)).toEqual([1, 10, 30]);
  });
});

describe('the time until the next heartbeat', () => {
  test('is a third of the lease, give or take a tenth', () => {
    const at = (random: number) => nextBeatMs({ leaseSeconds: 30, secondsLeft: 30, random });
    expect([at(0), at(0.5), at(1)]).toEqual([9_000, 10_000, 11_000].map((ms) => expect.closeTo(ms, 3)));
  });

  test('is about twenty seconds for a long lease, so that a cancel lands well within its grace', () => {
    const at = (random: number) => nextBeatMs({ leaseSeconds: 180, secondsLeft: 180, random });
    expect([at(0), at(0.5), at(1)]).toEqual([18_000, 20_000, 22_000].map((ms) => expect.closeTo(ms, 3)));
  });

  test('follows what is really left when that is less', () => {
    expect(nextBeatMs({ leaseSeconds: 180, secondsLeft: 30, random: 0.5 })).toBeCloseTo(10_000);
  });

  test('is short after a failure, and never a tight loop', () => {
    const at = (failures: number, random: number) => retryBeatMs({ failures, random, retryAfterSeconds: undefined });
    expect(at(1, 0)).toBe(200);
    expect(at(20, 0.999)).toBeLessThanOrEqual(5_000);
  });

  test('obeys Retry-After', () => {
    expect(retryBeatMs({ failures: 1, random: 0, retryAfterSeconds: 7 })).toBe(7_000);
  });
});

describe('what is reported', () => {
  const ends = {
    succeeded: { returned: 'succeeded' },
    failed: { returned: 'failed' },
    threw: { threw: new Error('no') },
  } as const;
  test.each([
    [undefined, 'succeeded', 'succeeded'],
    [undefined, 'failed', 'failed'],
    [undefined, 'threw', 'failed'],
    ['Cancelled', 'succeeded', 'cancelled'],
    ['Cancelled', 'failed', 'cancelled'],
    ['Cancelled', 'threw', 'cancelled'],
    ['Timeout', 'succeeded', 'failed'],
    ['Timeout', 'failed', 'failed'],
    ['Timeout', 'threw', 'failed'],
    ['Shutdown', 'succeeded', 'cancelled'],
    ['Shutdown', 'failed', 'cancelled'],
    ['Shutdown', 'threw', 'cancelled'],
    ['LeaseLost', 'succeeded', undefined],
    ['LeaseLost', 'failed', undefined],
    ['LeaseLost', 'threw', undefined],
  ] as const)('aborted by %s, handler %s: %s', (aborted, end, report) => {
    expect(reportOf(aborted, ends[end])).toBe(report);
  });
});
