import type { AppRouter } from '@berth/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { type CallOptions, type ConnectOptions, connect } from '../shared/transport.ts';

type In = inferRouterInputs<AppRouter>['operator'];
type Out = inferRouterOutputs<AppRouter>['operator'];

/** What an operator may ask, by token. Signing in with a cookie is the console's own affair and not offered here. */
export type OperatorClient = {
  /** Who the token belongs to, and what it may see. */
  session: { get(options?: CallOptions): Promise<Out['session']['get']> };
  workspaces: { list(options?: CallOptions): Promise<Out['workspaces']['list']> };
  overview: { get(input: In['overview']['get'], options?: CallOptions): Promise<Out['overview']['get']> };
  executions: {
    /** Newest first. */
    list(input: In['executions']['list'], options?: CallOptions): Promise<Out['executions']['list']>;
    get(input: In['executions']['get'], options?: CallOptions): Promise<Out['executions']['get']>;
    /** Says why; safe to send twice under one `idempotencyKey`. */
    cancel(input: In['executions']['cancel'], options?: CallOptions): Promise<Out['executions']['cancel']>;
  };
};

/** `token` is an operator token (`bth_op_…`). */
export function createOperatorClient(options: ConnectOptions): OperatorClient {
  const { trpc, call } = connect(options);
  const { session, workspaces, overview, executions } = trpc.operator;
  return {
    session: { get: (options) => call(options, (request) => session.get.query(undefined, request)) },
    workspaces: { list: (options) => call(options, (request) => workspaces.list.query(undefined, request)) },
    overview: { get: (input, options) => call(options, (request) => overview.get.query(input, request)) },
    executions: {
      list: (input, options) => call(options, (request) => executions.list.query(input, request)),
      get: (input, options) => call(options, (request) => executions.get.query(input, request)),
      cancel: (input, options) => call(options, (request) => executions.cancel.mutate(input, request)),
    },
  };
}
