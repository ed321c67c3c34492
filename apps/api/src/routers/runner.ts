import {
  claimExecutions,
  closeSession,
  completeExecution,
  heartbeat,
  registerSession,
  renewSession,
} from '@berth/core';
import {
  ClaimInput,
  ClaimOutput,
  CloseSessionOutput,
  CompleteInput,
  CompleteOutput,
  HeartbeatInput,
  HeartbeatOutput,
  RegisterInput,
  SessionGrant,
} from '@berth/dto';
import { forLease, forRegistration, forSession, router } from '../trpc.ts';
import { endOfWait } from '../wait.ts';

export const runner = router({
  sessions: router({
    register: forRegistration
      .input(RegisterInput)
      .output(SessionGrant)
      .mutation(({ ctx, input }) => registerSession(ctx.deps, ctx.actor, input)),
    renew: forSession.output(SessionGrant).mutation(({ ctx }) => renewSession(ctx.deps, ctx.actor)),
    close: forSession.output(CloseSessionOutput).mutation(({ ctx }) => closeSession(ctx.deps, ctx.actor)),
  }),
  leases: router({
    claim: forSession
      .input(ClaimInput)
      .output(ClaimOutput)
      .mutation(({ ctx, input, signal }) => claimExecutions(ctx.deps, ctx.actor, input, endOfWait(ctx, signal))),
    heartbeat: forLease
      .input(HeartbeatInput.nullish())
      .output(HeartbeatOutput)
      .mutation(({ ctx, input }) => heartbeat(ctx.deps, ctx.actor, input ?? {})),
    complete: forLease
      .input(CompleteInput)
      .output(CompleteOutput)
      .mutation(({ ctx, input }) => completeExecution(ctx.deps, ctx.actor, input)),
  }),
});
