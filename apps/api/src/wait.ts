import type { Context } from './trpc.ts';

/** A long poll ends early when its caller has gone or the process stops. */
export function endOfWait(ctx: Context, signal: AbortSignal | undefined): AbortSignal {
  return signal ? AbortSignal.any([signal, ctx.stopping]) : ctx.stopping;
}
