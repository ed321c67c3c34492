import type { AppRouter } from '@berth/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { type CallOptions, type ConnectOptions, connect } from '../shared/transport.ts';

type In = inferRouterInputs<AppRouter>['runner'];
type Out = inferRouterOutputs<AppRouter>['runner'];

/** What a runner may ask. Each call says whose token it takes; `options.token` gives it, else the client's own is used. */
export type RunnerClient = {
  sessions: {
    /** Bearer: registration token. Not idempotent: each call makes a session. */
    register(input: In['sessions']['register'], options?: CallOptions): Promise<Out['sessions']['register']>;
    /** Bearer: session token. */
    renew(options?: CallOptions): Promise<Out['sessions']['renew']>;
    /** Bearer: session token. A closed session claims nothing more. */
    close(options?: CallOptions): Promise<Out['sessions']['close']>;
  };
  leases: {
    /** Bearer: session token. After a lost reply the same `requestId` again answers the same leases. */
    claim(input: In['leases']['claim'], options?: CallOptions): Promise<Out['leases']['claim']>;
    /** Bearer: lease token. Refused with `lease_lost` once the lease has ended. */
    heartbeat(input: In['leases']['heartbeat'], options?: CallOptions): Promise<Out['leases']['heartbeat']>;
    /** Bearer: lease token. Idempotent for the same outcome. */
    complete(input: In['leases']['complete'], options?: CallOptions): Promise<Out['leases']['complete']>;
  };
};

/** The typed calls alone; `createRunner` is the loop above them. */
export function createRunnerClient(options: ConnectOptions): RunnerClient {
  const { trpc, call } = connect(options);
  const { sessions, leases } = trpc.runner;
  return {
    sessions: {
      register: (input, options) => call(options, (request) => sessions.register.mutate(input, request)),
      renew: (options) => call(options, (request) => sessions.renew.mutate(undefined, request)),
      close: (options) => call(options, (request) => sessions.close.mutate(undefined, request)),
    },
    leases: {
      claim: (input, options) => call(options, (request) => leases.claim.mutate(input, request), input.waitSeconds),
      heartbeat: (input, options) => call(options, (request) => leases.heartbeat.mutate(input, request)),
      complete: (input, options) => call(options, (request) => leases.complete.mutate(input, request)),
    },
  };
}
