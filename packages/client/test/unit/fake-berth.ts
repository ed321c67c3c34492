import { randomUUID } from 'node:crypto';
import { HeartbeatOutput, LeaseGrant, type Outcome, type Reason, SessionGrant } from '@berth/dto';
import type { RunnerClient } from '../../src/runner/client.ts';
import { BerthError } from '../../src/shared/error.ts';
import type { CallOptions } from '../../src/shared/transport.ts';

type Name = 'register' | 'renew' | 'close' | 'claim' | 'heartbeat' | 'complete';
type Sent = { name: Name; input: Record<string, unknown>; token: string; atMs: number };

export const refusal = (reason: Reason, httpStatus = 409): BerthError =>
  new BerthError({ message: reason, reason, httpStatus });
export const noAnswer = (): BerthError => new BerthError({ message: 'fetch failed', reason: 'unavailable' });

/**
 * The runner's side of the control plane in memory, on whatever clock the test has: sessions, a queue, leases that end
 * when they are not beaten. Faults come by `next(name, fault)`, one per call, or `always`.
 */
export function fakeBerth({ leaseSeconds = 180, firstHeartbeatSeconds = 60, sessionTokenSeconds = 36_000 } = {}) {
  const sent: Sent[] = [];
  const queue: LeaseGrant[] = [];
  const answered = new Map<string, LeaseGrant[]>();
  const leases = new Map<
    string,
    { endsAtMs: number; outcome: Outcome | undefined; cancel: boolean; drain: boolean; beats: number }
  >();
  const faults: { name: Name; fault: Fault; always: boolean }[] = [];
  const waiters = new Set<() => void>();
  let serial = 0;

  const session = (): SessionGrant =>
    SessionGrant.parse({
      sessionId: randomUUID(),
      workspaceId: randomUUID(),
      sessionToken: `session-${++serial}`,
      sessionTokenSeconds,
      labels: ['linux'],
      maxClaims: null,
    });
  let current = session();

  async function call<T>(
    name: Name,
    input: Record<string, unknown>,
    options: CallOptions | undefined,
    answer: () => Promise<T> | T,
  ): Promise<T> {
    const token = typeof options?.token === 'function' ? await options.token() : (options?.token ?? '');
    sent.push({ name, input, token, atMs: performance.now() });
    const index = faults.findIndex((fault) => fault.name === name);
    const found = faults[index];
    if (found && !found.always) faults.splice(index, 1);
    if (found?.fault === 'hang') return await hang(options?.signal);
    if (found?.fault === 'lost reply') {
      await answer();
      throw noAnswer();
    }
    if (found) throw found.fault;
    return await answer();
  }

  const client: RunnerClient = {
    sessions: {
      register: (input, options) => call('register', input, options, () => (current = session())),
      renew: (options) =>
        call('renew', {}, options, () => (current = { ...current, sessionToken: `session-${++serial}` })),
      close: (options) => call('close', {}, options, () => ({ closed: true })),
    },
    leases: {
      claim: (input, options) => call('claim', input, options, () => claim(input, options?.signal)),
      heartbeat: (_, options) => call('heartbeat', {}, options, () => heartbeat(String(options?.token))),
      complete: (input, options) =>
        call('complete', input, options, () => complete(String(options?.token), input.outcome)),
    },
  };

  async function claim(
    input: { requestId: string; waitSeconds?: number | undefined; maxLeases?: number | undefined },
    signal: AbortSignal | undefined,
  ) {
    const before = answered.get(input.requestId);
    if (before) return { leases: before };
    if (queue.length === 0) await untilQueued((input.waitSeconds ?? 0) * 1_000, signal);
    const granted = queue.splice(0, input.maxLeases ?? 1);
    for (const lease of granted) {
      leases.set(lease.leaseToken, {
        endsAtMs: performance.now() + firstHeartbeatSeconds * 1_000,
        outcome: undefined,
        cancel: false,
        drain: false,
        beats: 0,
      });
    }
    if (granted.length > 0) answered.set(input.requestId, granted);
    return { leases: granted };
  }

  function untilQueued(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        waiters.delete(wake);
        settle();
      };
      const wake = () => end(resolve);
      const timer = setTimeout(wake, ms);
      waiters.add(wake);
      signal?.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    });
  }

  function live(token: string) {
    const lease = leases.get(token);
    if (!lease || lease.outcome !== undefined || performance.now() >= lease.endsAtMs) throw refusal('lease_lost');
    return lease;
  }

  function heartbeat(token: string): HeartbeatOutput {
    const lease = live(token);
    lease.beats++;
    lease.endsAtMs = performance.now() + leaseSeconds * 1_000;
    return HeartbeatOutput.parse({
      cancel: lease.cancel,
      drain: lease.drain,
      secondsLeft: leaseSeconds,
      leaseToken: token,
      stepToken: `step-${lease.beats}`,
    });
  }

  function complete(token: string, outcome: 'succeeded' | 'failed' | 'cancelled') {
    const known = leases.get(token);
    if (known?.outcome === outcome) return { outcome };
    live(token).outcome = outcome;
    return { outcome };
  }

  return {
    client,
    sent,
    count: (name: Name) => sent.filter((call) => call.name === name).length,
    named: (name: Name) => sent.filter((call) => call.name === name),
    next: (name: Name, fault: Fault) => faults.push({ name, fault, always: false }),
    always: (name: Name, fault: Fault) => faults.push({ name, fault, always: true }),
    heal: () => faults.splice(0),
    lease: (token: string) => leases.get(token),
    /** Queues an execution, and answers the grant that its claim will get. */
    queue(): LeaseGrant {
      const ids = ['workspaceId', 'executionId', 'jobId', 'workflowRunId', 'workflowRunAttemptId', 'projectId'].map(
        (key) => [key, randomUUID()],
      );
      const lease = LeaseGrant.parse({
        ...Object.fromEntries(ids),
        fence: ++serial,
        labels: ['linux'],
        leaseToken: `lease-${serial}`,
        stepToken: 'step-0',
        firstHeartbeatSeconds,
        leaseSeconds,
      });
      queue.push(lease);
      for (const wake of waiters) wake();
      return lease;
    },
  };
}

/** `hang`: no answer until the caller gives up; `lost reply`: done, but the answer does not arrive. */
export type Fault = 'hang' | 'lost reply' | BerthError;

function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
