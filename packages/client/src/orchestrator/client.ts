import type { AppRouter } from '@berth/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { type CallOptions, type ConnectOptions, connect } from '../shared/transport.ts';

type In = inferRouterInputs<AppRouter>['orchestrator'];
type Out = inferRouterOutputs<AppRouter>['orchestrator'];

/** What an orchestrator may ask. Every command is idempotent, by execution id: `retry` is safe around each of them. */
export type OrchestratorClient = {
  executions: {
    /** Queues up to 1,000 executions; each item has its own result, in the order sent. */
    enqueue(input: In['executions']['enqueue'], options?: CallOptions): Promise<Out['executions']['enqueue']>;
    /** Finishes what is queued; tells the runner of what is running with its next beat. */
    cancel(input: In['executions']['cancel'], options?: CallOptions): Promise<Out['executions']['cancel']>;
    /** Records the orchestrator's own terminal word, which wins over the runner's report. */
    terminate(input: In['executions']['terminate'], options?: CallOptions): Promise<Out['executions']['terminate']>;
    /** Refused with `execution_not_found`. */
    get(input: In['executions']['get'], options?: CallOptions): Promise<Out['executions']['get']>;
  };
  leases: {
    /** Who presents this step token, and whether steps may be given out against it. */
    introspect(input: In['leases']['introspect'], options?: CallOptions): Promise<Out['leases']['introspect']>;
  };
};

/** `token` is a service token (`bth_svc_…`). */
export function createOrchestratorClient(options: ConnectOptions): OrchestratorClient {
  const { trpc, call } = connect(options);
  const { executions, leases } = trpc.orchestrator;
  return {
    executions: {
      enqueue: (input, options) => call(options, (request) => executions.enqueue.mutate(input, request)),
      cancel: (input, options) => call(options, (request) => executions.cancel.mutate(input, request)),
      terminate: (input, options) => call(options, (request) => executions.terminate.mutate(input, request)),
      get: (input, options) => call(options, (request) => executions.get.query(input, request)),
    },
    leases: {
      introspect: (input, options) => call(options, (request) => leases.introspect.mutate(input, request)),
    },
  };
}
