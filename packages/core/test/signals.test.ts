import { createSignals } from '@berth/core';
import { describe, expect, test } from 'vitest';

const forEver = 600_000;

describe('signals', () => {
  test('wake whoever waits for their topic, and nobody else', async () => {
    const signals = createSignals();
    const woken: string[] = [];
    const waiting = signals.next('log', signals.seen('log'), forEver).then(() => woken.push('log'));
    const other = new AbortController();
    const elsewhere = signals.next('facts', signals.seen('facts'), forEver, other.signal);
    signals.raise('log');
    await waiting;
    expect(woken).toEqual(['log']);
    other.abort();
    await elsewhere;
  });

  test('one that came between the look and the wait ends the wait at once', async () => {
    const signals = createSignals();
    const seen = signals.seen('queue:a');
    signals.raise('queue:a');
    await signals.next('queue:a', seen, forEver);
  });

  test('a wait ends by itself, and at its abort', async () => {
    const signals = createSignals();
    await signals.next('log', signals.seen('log'), 1);
    await signals.next('log', signals.seen('log'), forEver, AbortSignal.abort());
  });
});
