import type { ServerResponse } from 'node:http';
import { type Deps, DomainError, refusalFor } from '@berth/core';
import { issuesOf, type Refusal, type Role, roleAllows } from '@berth/dto';
import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { authenticate, type Caller, isJson, type Sender } from './authenticate.ts';
import { codeOfReason, reasonOfCode } from './status.ts';

export type Context = {
  deps: Deps;
  sender: Sender;
  requestId: string;
  response: ServerResponse;
  /** Aborted when the process stops: waiting calls answer empty. */
  stopping: AbortSignal;
};

/** Who may call a procedure; walked by the test that calls each as everybody else. */
type Meta = { caller: Caller | 'anyone'; role?: Role };

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx, path }) {
      const refusal = refusalOf(error);
      return {
        ...shape,
        message: refusal.message,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: path ?? null,
          requestId: ctx?.requestId ?? null,
          refusal,
        },
      };
    },
  });

export const router = t.router;

/** What the caller is told: the domain's own words, the input's faults, or nothing but that it went wrong. */
export function refusalOf(error: TRPCError): Refusal {
  if (error.cause instanceof DomainError) return error.cause.toRefusal();
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError)
    return { reason: 'invalid_input', message: 'the input is not valid', issues: issuesOf(error.cause) };
  const reason = reasonOfCode(error.code);
  return { reason, message: transportMessages[reason] ?? 'internal error' };
}

/** What the transport itself says is not repeated: it is not ours, and quotes what was sent. */
const transportMessages: Partial<Record<Refusal['reason'], string>> = {
  unknown_procedure: 'no such procedure, or not by this method: queries are GET, mutations are POST',
  payload_too_large: 'the request body is too large',
  invalid_input:
    'not a request that can be read: one call each, its input as JSON, for a query in "?input=…", for a mutation as the body with the content type application/json',
};

/** Turns what the core throws into what the transport understands. */
const refusals = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = refusalFor(result.error.cause);
  if (!refusal) return result;
  const error = new TRPCError({ code: codeOfReason[refusal.reason], message: refusal.message, cause: refusal });
  return { ...result, error };
});

/** Input of another type would reach the procedure as a form or a stream, and a foreign page could send it. */
const jsonOnly = t.middleware(({ ctx, type, next }) => {
  if (type === 'mutation' && !isJson(ctx.sender)) throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  return next();
});

const base = t.procedure.use(refusals).use(jsonOnly);

export const forAnyone = base.meta({ caller: 'anyone' });

export const forService = base.meta({ caller: 'service' }).use(async ({ ctx, next }) => {
  return next({ ctx: { actor: await authenticate.service(ctx.deps, ctx.sender) } });
});

export const forRegistration = base.meta({ caller: 'registration' }).use(async ({ ctx, next }) => {
  return next({ ctx: { actor: await authenticate.registration(ctx.deps, ctx.sender) } });
});

export const forSession = base.meta({ caller: 'session' }).use(async ({ ctx, next }) => {
  return next({ ctx: { actor: await authenticate.session(ctx.deps, ctx.sender) } });
});

export const forLease = base.meta({ caller: 'lease' }).use(async ({ ctx, next }) => {
  return next({ ctx: { actor: await authenticate.lease(ctx.deps, ctx.sender) } });
});

export const forOperator = (role: Role) =>
  base.meta({ caller: 'operator', role }).use(async ({ ctx, next }) => {
    const actor = await authenticate.operator(ctx.deps, ctx.sender);
    if (!roleAllows(actor.role, role)) throw new DomainError('forbidden', `this needs the role ${role}`);
    return next({ ctx: { actor } });
  });
