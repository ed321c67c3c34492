import {
  authenticateToken,
  cancelByOperator,
  DomainError,
  getExecution,
  getOverview,
  listExecutions,
  listWorkspaces,
  type OperatorActor,
  signOperator,
} from '@berth/core';
import {
  CancelCommand,
  CancelCommandOutput,
  ExecutionDetail,
  ExecutionKey,
  ExecutionPage,
  ListExecutionsInput,
  OperatorView,
  OverviewInput,
  OverviewView,
  SignInInput,
  WorkspaceView,
} from '@berth/dto';
import { z } from 'zod';
import { requireSameSite } from '../authenticate.ts';
import { operatorCookie } from '../cookie.ts';
import { forAnyone, forOperator, router } from '../trpc.ts';

const session = router({
  /** Signs a console in: the credential is checked once and a cookie stands for it from then on. */
  create: forAnyone
    .input(SignInInput)
    .output(OperatorView)
    .mutation(async ({ ctx, input }) => {
      requireSameSite(ctx.sender);
      const actor = await authenticateToken(ctx.deps, input.token.trim());
      if (actor.kind !== 'operator')
        throw new DomainError('unauthenticated', 'that is not an operator credential (bth_op_…)');
      const { consoleOrigin } = ctx.sender;
      ctx.response.setHeader(
        'set-cookie',
        operatorCookie(await signOperator(ctx.deps, actor.credentialId), consoleOrigin),
      );
      return toView(actor);
    }),
  get: forOperator('viewer')
    .output(OperatorView)
    .query(({ ctx }) => toView(ctx.actor)),
  delete: forOperator('viewer')
    .output(z.object({ signedOut: z.literal(true) }))
    .mutation(({ ctx }) => {
      ctx.response.setHeader('set-cookie', operatorCookie('', ctx.sender.consoleOrigin));
      return { signedOut: true as const };
    }),
});

export const operator = router({
  session,
  workspaces: router({
    list: forOperator('viewer')
      .output(z.array(WorkspaceView))
      .query(({ ctx }) => listWorkspaces(ctx.deps, ctx.actor)),
  }),
  overview: router({
    get: forOperator('viewer')
      .input(OverviewInput.default({}))
      .output(OverviewView)
      .query(({ ctx, input }) => getOverview(ctx.deps, ctx.actor, input)),
  }),
  executions: router({
    list: forOperator('viewer')
      .input(ListExecutionsInput)
      .output(ExecutionPage)
      .query(({ ctx, input }) => listExecutions(ctx.deps, ctx.actor, input)),
    get: forOperator('viewer')
      .input(ExecutionKey)
      .output(ExecutionDetail)
      .query(({ ctx, input }) => getExecution(ctx.deps, ctx.actor, input)),
    cancel: forOperator('operator')
      .input(CancelCommand)
      .output(CancelCommandOutput)
      .mutation(({ ctx, input }) => cancelByOperator(ctx.deps, ctx.actor, input)),
  }),
});

function toView({ credentialId, name, role, workspaceIds }: OperatorActor): OperatorView {
  return { credentialId, name, role, workspaceIds: workspaceIds === null ? null : [...workspaceIds] };
}
