import { EventView } from '@berth/dto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BerthError } from '../../src/shared/error.ts';
import { pause } from '../../src/shared/time.ts';
import type { SubscriberCalls } from '../../src/subscriber/client.ts';
import { follow } from '../../src/subscriber/follow.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event = (sequence: number): EventView =>
  EventView.parse({
    specversion: '1.0',
    id: String(sequence),
    source: '/berth',
    type: 'runners.job.queued',
    subject: 'x',
    time: '2026-11-30T12:00:00Z',
    datacontenttype: 'application/json',
    dataschema: 'https://example.org/x',
    workspaceid: null,
    sequence,
    data: {},
  });

/** A log with a durable cursor. `fail` holds the calls that get no answer, by name. */
function log(length: number) {
  const events = Array.from({ length }, (_, index) => event(index + 1));
  const fail: string[] = [];
  const acknowledged: number[] = [];
  let cursor = 0;
  const failing = (name: string) => {
    const index = fail.indexOf(name);
    if (index < 0) return;
    fail.splice(index, 1);
    throw new BerthError({ message: 'no answer', reason: 'unavailable' });
  };
  const client: SubscriberCalls = {
    async open({ subscriber }) {
      failing('open');
      return { subscriber, position: cursor };
    },
    async read({ after = cursor, limit = 100, waitSeconds = 0 }, options) {
      failing('read');
      const found = events.filter(({ sequence }) => (sequence ?? 0) > after).slice(0, limit);
      if (found.length === 0) await pause(waitSeconds * 1_000, options?.signal);
      return { events: found, position: found.at(-1)?.sequence ?? after };
    },
    async acknowledge({ subscriber, position }) {
      failing('acknowledge');
      cursor = position;
      acknowledged.push(position);
      return { subscriber, position };
    },
  };
  return { client, fail, acknowledged, events };
}

describe('following', () => {
  test('hands over one by one in order, and acknowledges after each batch', async () => {
    const { client, acknowledged } = log(5);
    const stop = new AbortController();
    const seen: (number | null)[] = [];
    let handling = 0;
    const ended = follow(client, {
      subscriber: 'test',
      limit: 2,
      signal: stop.signal,
      async onEvent({ sequence }) {
        expect(++handling).toBe(1);
        await Promise.resolve();
        handling--;
        seen.push(sequence);
        expect(acknowledged.every((position) => position < (sequence ?? 0))).toBe(true);
      },
    });
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    await ended;
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(acknowledged).toEqual([2, 4, 5]);
  });

  test('goes on after calls that got no answer, without losing or repeating an event', async () => {
    const { client, fail, acknowledged } = log(3);
    const stop = new AbortController();
    const seen: (number | null)[] = [];
    const failures: number[] = [];
    fail.push('open', 'read', 'acknowledge', 'acknowledge', 'read');
    const ended = follow(client, {
      subscriber: 'test',
      limit: 2,
      signal: stop.signal,
      onEvent: ({ sequence }) => void seen.push(sequence),
      onFailure: (_, waitMs) => void failures.push(waitMs),
    });
    await vi.advanceTimersByTimeAsync(60_000);
    stop.abort();
    await ended;
    expect([seen, acknowledged, failures.length]).toEqual([[1, 2, 3], [2, 3], 5]);
  });

  test('rejects with what the handler threw, and delivers that batch again to the next follower', async () => {
    const { client, acknowledged } = log(3);
    const first = follow(client, {
      subscriber: 'test',
      limit: 2,
      onEvent({ sequence }) {
        if (sequence === 3) throw new Error('cannot be handled');
      },
    });
    await expect(first).rejects.toThrow('cannot be handled');
    expect(acknowledged).toEqual([2]);

    const stop = new AbortController();
    const seen: (number | null)[] = [];
    const second = follow(client, {
      subscriber: 'test',
      signal: stop.signal,
      onEvent: ({ sequence }) => void seen.push(sequence),
    });
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    await second;
    expect(seen).toEqual([3]);
  });

  test('rejects with a refusal that trying again cannot cure', async () => {
    const { client } = log(0);
    client.open = async () => {
      throw new BerthError({ message: 'no', reason: 'forbidden', httpStatus: 403 });
    };
    await expect(follow(client, { subscriber: 'test', onEvent: () => undefined })).rejects.toMatchObject({
      reason: 'forbidden',
    });
  });
});
