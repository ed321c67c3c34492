import { cancelExecutions, enqueueExecutions, getExecution, introspectLease, terminateExecutions } from '@berth/core';
import {
  CancelInput,
  CancelOutput,
  EnqueueInput,
  EnqueueOutput,
  ExecutionDetail,
  ExecutionKey,
  IntrospectInput,
  IntrospectOutput,
  TerminateInput,
  TerminateOutput,
} from '@berth/dto';
import { forService, router } from '../trpc.ts';

export const orchestrator = router({
  executions: router({
    enqueue: forService
      .input(EnqueueInput)
      .output(EnqueueOutput)
      .mutation(async ({ ctx, input }) => ({ results: await enqueueExecutions(ctx.deps, ctx.actor, input) })),
    cancel: forService
      .input(CancelInput)
      .output(CancelOutput)
      .mutation(async ({ ctx, input }) => ({ results: await cancelExecutions(ctx.deps, ctx.actor, input) })),
    terminate: forService
      .input(TerminateInput)
      .output(TerminateOutput)
      .mutation(async ({ ctx, input }) => ({ results: await terminateExecutions(ctx.deps, ctx.actor, input) })),
    get: forService
      .input(ExecutionKey)
      .output(ExecutionDetail)
      .query(({ ctx, input }) => getExecution(ctx.deps, ctx.actor, input)),
  }),
  leases: router({
    introspect: forService
      .input(IntrospectInput)
      .output(IntrospectOutput)
      .mutation(({ ctx, input }) => introspectLease(ctx.deps, ctx.actor, input)),
  }),
});
