import type { ConnectOptions } from '../shared/transport.ts';
import { type SubscriberCalls, subscriberCalls } from './client.ts';
import { type FollowOptions, follow } from './follow.ts';

export * from '../shared/index.ts';
export type { FollowOptions, SubscriberCalls };

export type SubscriberClient = SubscriberCalls & {
  /** Opens, reads by long poll, hands over in order, acknowledges; see FollowOptions. Resolves once its signal is aborted. */
  follow(options: FollowOptions): Promise<void>;
};

/** `token` is a service token (`bth_svc_…`). */
export function createSubscriberClient(options: ConnectOptions): SubscriberClient {
  const calls = subscriberCalls(options);
  return { ...calls, follow: (follower) => follow(calls, follower) };
}
