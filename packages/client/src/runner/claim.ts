import { claimBatchMax, type LeaseGrant } from '@berth/dto';
import type { BerthError } from '../shared/error.ts';
import { toBerthError } from '../shared/failure.ts';
import { afterEmptyMs, backoffMs } from '../shared/retry.rules.ts';
import { pause } from '../shared/time.ts';
import { afterClaimFailure } from './claim.rules.ts';
import type { RunnerClient } from './client.ts';
import type { Emit } from './event.ts';
import type { SessionKeeper } from './session.ts';
import type { Slots } from './slots.ts';

export type ClaimOptions = {
  client: Pick<RunnerClient['leases'], 'claim'>;
  sessions: SessionKeeper;
  slots: Slots;
  waitSeconds: number;
  emit: Emit;
  onLease: (lease: LeaseGrant) => void;
  /** Aborted when nothing more is to be claimed. */
  signal: AbortSignal;
};

type Request = { requestId: string; waitSeconds: number; maxLeases: number };

/**
 * Claims while a slot is free, one call at a time. After a lost reply the very same request is sent again, so that leases
 * that were given in it arrive after all. Returns when `signal` is aborted or the session is exhausted; rejects with a refusal
 * that trying again cannot cure.
 */
export async function keepClaiming({
  client,
  sessions,
  slots,
  waitSeconds,
  emit,
  onLease,
  signal,
}: ClaimOptions): Promise<void> {
  let request: Request | undefined;
  let failures = 0;
  try {
    for (;;) {
      await slots.untilFree(signal);
      const session = await sessions.current(signal);
      request ??= { requestId: crypto.randomUUID(), waitSeconds, maxLeases: Math.min(slots.free(), claimBatchMax) };
      const askedAt = performance.now();
      try {
        const { leases } = await client.claim(request, { token: session.sessionToken, signal });
        request = undefined;
        failures = 0;
        leases.forEach(onLease);
        if (leases.length === 0)
          await pause(afterEmptyMs({ tookMs: performance.now() - askedAt, random: Math.random() }), signal);
      } catch (thrown) {
        signal.throwIfAborted();
        const error = toBerthError(thrown);
        const then = afterClaimFailure(error);
        if (then === 'fatal') throw error;
        if (then === 'drain') return;
        if (then !== 'same') request = undefined;
        if (then === 'register') {
          emit({ type: 'session_refused', sessionId: session.sessionId, error });
          sessions.forget(session);
        }
        failures++;
        await backOff(error);
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }

  async function backOff(error: BerthError): Promise<void> {
    const waitMs = backoffMs({ failures, random: Math.random(), retryAfterSeconds: error.retryAfterSeconds });
    emit({ type: 'call_failed', call: 'claim', error, waitMs });
    await pause(waitMs, signal);
  }
}
