import {
  claimExecutions,
  closeSession,
  completeExecution,
  giveBackLeases,
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
      .mutation(async ({ ctx, input, signal }) => {
        const granted = await claimExecutions(ctx.deps, ctx.actor, input, endOfWait(ctx, signal));
        // Nobody is there to take them: without this they would stand still until their first beat is overdue.
        if (signal?.aborted && granted.leases.length > 0) await giveBackLeases(ctx.deps, ctx.actor, granted.leases);
        return granted;
      }),
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
