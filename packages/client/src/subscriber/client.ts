import type { AppRouter } from '@berth/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { type CallOptions, type ConnectOptions, connect } from '../shared/transport.ts';

type In = inferRouterInputs<AppRouter>['subscriber'];
type Out = inferRouterOutputs<AppRouter>['subscriber'];

export type SubscriberCalls = {
  /** Opens the durable cursor of that name, or finds it as it is. */
  open(input: In['open'], options?: CallOptions): Promise<Out['open']>;
  /** Events in order after `after`, or after the acknowledged position; a long poll with `waitSeconds`. */
  read(input: In['read'], options?: CallOptions): Promise<Out['read']>;
  /** Moves the cursor: what lies before is not read again. */
  acknowledge(input: In['acknowledge'], options?: CallOptions): Promise<Out['acknowledge']>;
};

export function subscriberCalls(options: ConnectOptions): SubscriberCalls {
  const { trpc, call } = connect(options);
  const { open, read, acknowledge } = trpc.subscriber;
  return {
    open: (input, options) => call(options, (request) => open.mutate(input, request)),
    read: (input, options) => call(options, (request) => read.query(input, request), input.waitSeconds),
    acknowledge: (input, options) => call(options, (request) => acknowledge.mutate(input, request)),
  };
}
