import {
  authenticateToken,
  cancelByOperator,
  DomainError,
  drainSession,
  getExecution,
  getOverview,
  issueByOperator,
  listCredentials,
  listExecutions,
  listPauses,
  listWorkspaces,
  type OperatorActor,
  pause,
  resume,
  revokeByOperator,
  revokeSession,
  signOperator,
} from '@berth/core';
import {
  CancelCommand,
  CancelCommandOutput,
  CredentialView,
  ExecutionDetail,
  ExecutionKey,
  ExecutionPage,
  IssueCommand,
  IssuedCredential,
  ListCredentialsInput,
  ListExecutionsInput,
  ListPausesInput,
  OperatorView,
  OverviewInput,
  OverviewView,
  PauseCommand,
  PauseOutput,
  PauseView,
  ResumeCommand,
  ResumeOutput,
  RevokeCredentialCommand,
  RevokeCredentialOutput,
  SignInInput,
  StopSessionCommand,
  StopSessionOutput,
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

const pauses = router({
  list: forOperator('viewer')
    .input(ListPausesInput.default({}))
    .output(z.array(PauseView))
    .query(({ ctx, input }) => listPauses(ctx.deps, ctx.actor, input)),
  create: forOperator('operator')
    .input(PauseCommand)
    .output(PauseOutput)
    .mutation(({ ctx, input }) => pause(ctx.deps, ctx.actor, input)),
  delete: forOperator('operator')
    .input(ResumeCommand)
    .output(ResumeOutput)
    .mutation(({ ctx, input }) => resume(ctx.deps, ctx.actor, input)),
});

const sessions = router({
  revoke: forOperator('operator')
    .input(StopSessionCommand)
    .output(StopSessionOutput)
    .mutation(({ ctx, input }) => revokeSession(ctx.deps, ctx.actor, input)),
  drain: forOperator('operator')
    .input(StopSessionCommand)
    .output(StopSessionOutput)
    .mutation(({ ctx, input }) => drainSession(ctx.deps, ctx.actor, input)),
});

const credentials = router({
  list: forOperator('admin')
    .input(ListCredentialsInput)
    .output(z.array(CredentialView))
    .query(({ ctx, input }) => listCredentials(ctx.deps, ctx.actor, input)),
  issue: forOperator('admin')
    .input(IssueCommand)
    .output(IssuedCredential)
    .mutation(({ ctx, input }) => issueByOperator(ctx.deps, ctx.actor, input)),
  revoke: forOperator('admin')
    .input(RevokeCredentialCommand)
    .output(RevokeCredentialOutput)
    .mutation(({ ctx, input }) => revokeByOperator(ctx.deps, ctx.actor, input)),
});

export const operator = router({
  session,
  credentials,
  pauses,
  sessions,
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
