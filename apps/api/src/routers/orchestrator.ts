import {
  cancelExecutions,
  cancelJobs,
  countExecutions,
  enqueueExecutions,
  getCapabilities,
  getExecution,
  introspectLease,
  releaseExecutions,
  terminateExecutions,
} from '@berth/core';
import {
  CancelInput,
  CancelJobsInput,
  CancelOutput,
  CountsInput,
  CountsOutput,
  EffectiveCapabilities,
  EnqueueInput,
  EnqueueOutput,
  ExecutionDetail,
  ExecutionKey,
  IntrospectInput,
  IntrospectOutput,
  ReleaseInput,
  ReleaseOutput,
  SessionKey,
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
    cancelJobs: forService
      .input(CancelJobsInput)
      .output(CancelOutput)
      .mutation(async ({ ctx, input }) => ({ results: await cancelJobs(ctx.deps, ctx.actor, input) })),
    release: forService
      .input(ReleaseInput)
      .output(ReleaseOutput)
      .mutation(async ({ ctx, input }) => ({ results: await releaseExecutions(ctx.deps, ctx.actor, input) })),
    terminate: forService
      .input(TerminateInput)
      .output(TerminateOutput)
      .mutation(async ({ ctx, input }) => ({ results: await terminateExecutions(ctx.deps, ctx.actor, input) })),
    get: forService
      .input(ExecutionKey)
      .output(ExecutionDetail)
      .query(({ ctx, input }) => getExecution(ctx.deps, ctx.actor, input)),
  }),
  sessions: router({
    capabilities: forService
      .input(SessionKey)
      .output(EffectiveCapabilities)
      .query(({ ctx, input }) => getCapabilities(ctx.deps, ctx.actor, input)),
  }),
  workspaces: router({
    counts: forService
      .input(CountsInput)
      .output(CountsOutput)
      .query(async ({ ctx, input }) => ({ counts: await countExecutions(ctx.deps, ctx.actor, input) })),
  }),
  leases: router({
    introspect: forService
      .input(IntrospectInput)
      .output(IntrospectOutput)
      .mutation(({ ctx, input }) => introspectLease(ctx.deps, ctx.actor, input)),
  }),
});
