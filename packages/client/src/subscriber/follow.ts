import { type EventView, longPollSecondsMax } from '@berth/dto';
import type { BerthError } from '../shared/error.ts';
import { afterEmptyMs } from '../shared/retry.rules.ts';
import { retry } from '../shared/retry.ts';
import { pause } from '../shared/time.ts';
import type { SubscriberCalls } from './client.ts';

export type FollowOptions = {
  /** Name of the durable cursor; one follower per name. */
  subscriber: string;
  /** Where a cursor that is new starts. */
  from?: 'beginning' | 'now' | undefined;
  /** Events per read, at most. */
  limit?: number | undefined;
  /** How long a read waits for the next event. */
  waitSeconds?: number | undefined;
  /** Given one event at a time, in order. A throw ends the following, and the batch is delivered again to the next one. */
  onEvent: (event: EventView) => void | Promise<void>;
  /** Told of each failed call, which is then tried again. */
  onFailure?: ((error: BerthError, waitMs: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Follows the event log until `signal` is aborted, then returns. At least once: a batch is acknowledged after its last event was
 * handled, so whatever was handled but not acknowledged is delivered again after a crash. Rejects with what `onEvent`
 * threw, or with a refusal that trying again cannot cure.
 */
export async function follow(client: SubscriberCalls, options: FollowOptions): Promise<void> {
  const { subscriber, from, limit, waitSeconds = longPollSecondsMax, onEvent, onFailure, signal } = options;
  const persist = <T>(call: () => Promise<T>) => retry(call, { signal, onFailure });
  try {
    let { position } = await persist(() => client.open({ subscriber, from }, { signal }));
    for (;;) {
      const askedAt = performance.now();
      const batch = await persist(() => client.read({ subscriber, after: position, limit, waitSeconds }, { signal }));
      for (const event of batch.events) {
        signal?.throwIfAborted();
        await onEvent(event);
      }
      if (batch.position === position) {
        await pause(afterEmptyMs({ tookMs: performance.now() - askedAt, random: Math.random() }), signal);
        continue;
      }
      position = batch.position;
      await persist(() => client.acknowledge({ subscriber, position }, { signal }));
    }
  } catch (error) {
    if (signal?.aborted && error === signal.reason) return;
    throw error;
  }
}
