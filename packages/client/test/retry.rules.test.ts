import { Reason } from '@berth/dto';
import { describe, expect, test } from 'vitest';
import { isRetryable } from '../src/shared/error.ts';
import { afterEmptyMs, backoffMs, retryAfterSeconds } from '../src/shared/retry.rules.ts';

describe('backoff', () => {
  test('is full jitter under a bound that doubles up to a minute', () => {
    const bounds = [1, 2, 3, 8, 50].map((failures) => backoffMs({ failures, random: 1 }));
    expect(bounds).toEqual([500, 1_000, 2_000, 60_000, 60_000]);
    expect(backoffMs({ failures: 50, random: 0 })).toBe(0);
  });

  test('never comes back before Retry-After, nor all callers at once', () => {
    const at = (random: number) => backoffMs({ failures: 1, random, retryAfterSeconds: 30 });
    expect([at(0), at(1)]).toEqual([30_000, 30_500]);
  });

  test('asks about once a second when a long poll comes back empty at once', () => {
    expect(afterEmptyMs({ tookMs: 50_000, random: 0.5 })).toBe(0);
    expect(afterEmptyMs({ tookMs: 3, random: 0.5 })).toBe(1_000);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  test.each([
    ['12', 12],
    [' 0 ', 0],
    ['Mon, 30 Nov 2026 12:00:20 GMT', 20],
    ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 3_600],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});

describe('retryable', () => {
  test.each([
    [undefined, true],
    [408, true],
    [425, true],
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [409, false],
  ])('HTTP %s: %s', (status, expected) => {
    for (const reason of Reason.options.filter((option) => option !== 'lease_lost'))
      expect(isRetryable(reason, status)).toBe(expected);
  });

  test('lease_lost never is, whatever its status', () => {
    for (const status of [undefined, 409, 429, 503]) expect(isRetryable('lease_lost', status)).toBe(false);
  });
});
