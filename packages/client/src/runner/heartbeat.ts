import type { HeartbeatOutput, LeaseGrant } from '@berth/dto';
import { BerthError } from '../shared/error.ts';
import { toBerthError } from '../shared/failure.ts';
import { after, pause, within } from '../shared/time.ts';
import type { RunnerClient } from './client.ts';
import type { Emit } from './event.ts';
import { beatAnswerMs, nextBeatMs, retryBeatMs, stopDeadlineMs } from './lease.rules.ts';

export type KeepLease = {
  client: Pick<RunnerClient['leases'], 'heartbeat'>;
  lease: LeaseGrant;
  stopMarginSeconds: number;
  emit: Emit;
  onAccepted: (answer: HeartbeatOutput) => void;
  /** Called at most once: refused, or no heartbeat was accepted in time. */
  onLost: () => void;
};

export type LeaseKeeper = { leaseToken(): string; stepToken(): string; end(): void };

/**
 * Keeps one lease: beats at once, then on its own timer, one call at a time. Before the first accepted heartbeat nothing
 * has started, so the only bound is the server's own; after it, the monotonic deadline of `stopDeadlineMs`.
 */
export function keepLease({ client, lease, stopMarginSeconds, emit, onAccepted, onLost }: KeepLease): LeaseKeeper {
  const ended = new AbortController();
  let tokens = { leaseToken: lease.leaseToken, stepToken: lease.stepToken };
  let deadline = after(lease.firstHeartbeatSeconds * 1_000, lose);
  void beatUntilEnded();
  return { leaseToken: () => tokens.leaseToken, stepToken: () => tokens.stepToken, end };

  async function beatUntilEnded(): Promise<void> {
    for (let failures = 0; !ended.signal.aborted; ) {
      try {
        const answer = await beat();
        failures = 0;
        await pause(
          nextBeatMs({ leaseSeconds: lease.leaseSeconds, secondsLeft: answer.secondsLeft, random: Math.random() }),
          ended.signal,
        );
      } catch (thrown) {
        if (ended.signal.aborted) return;
        const error = toBerthError(thrown);
        if (error.reason === 'lease_lost') return lose();
        failures++;
        const waitMs = retryBeatMs({ failures, random: Math.random(), retryAfterSeconds: error.retryAfterSeconds });
        emit({ type: 'call_failed', call: 'heartbeat', error, waitMs });
        await pause(waitMs, ended.signal).catch(() => undefined);
      }
    }
  }

  async function beat(): Promise<HeartbeatOutput> {
    const sentAtMs = performance.now();
    const answer = await within(beatAnswerMs, ended.signal, (signal) =>
      client.heartbeat({}, { token: tokens.leaseToken, signal }),
    );
    // An answer that comes after the end must not bring the lease back to life.
    ended.signal.throwIfAborted();
    tokens = { leaseToken: answer.leaseToken, stepToken: answer.stepToken };
    clearTimeout(deadline);
    const stopAtMs = stopDeadlineMs({ sentAtMs, secondsLeft: answer.secondsLeft, marginSeconds: stopMarginSeconds });
    deadline = after(stopAtMs - performance.now(), lose);
    emit({ type: 'heartbeat_accepted', lease, secondsLeft: answer.secondsLeft });
    onAccepted(answer);
    return answer;
  }

  function lose(): void {
    if (ended.signal.aborted) return;
    end();
    onLost();
  }

  function end(): void {
    clearTimeout(deadline);
    ended.abort(new BerthError({ message: 'the lease is kept no longer', reason: 'lease_lost' }));
  }
}
