import type { SessionGrant } from '@berth/dto';
import { toBerthError } from '../shared/failure.ts';
import { retry } from '../shared/retry.ts';
import { pause, within } from '../shared/time.ts';
import type { TokenSource } from '../shared/transport.ts';
import type { RunnerClient } from './client.ts';
import type { Emit } from './event.ts';
import { endsSession, renewAfterMs } from './session.rules.ts';

const goodbyeMs = 5_000;

export type SessionOptions = {
  client: RunnerClient['sessions'];
  registrationToken: TokenSource;
  registration: Parameters<RunnerClient['sessions']['register']>[0];
  emit: Emit;
};

export type SessionKeeper = {
  /** The session to claim with; registers when there is none. Rejects with a refusal that trying again cannot cure. */
  current(signal: AbortSignal): Promise<SessionGrant>;
  /** A call was refused because this session is over: forget it, unless a newer one stands in its place already. */
  forget(grant: SessionGrant): void;
  /** Says goodbye, once and briefly: a server that does not hear it notices by the silence. */
  close(): Promise<void>;
};

/** Keeps one registered session, and renews its token before it ends. */
export function keepSession({ client, registrationToken, registration, emit }: SessionOptions): SessionKeeper {
  let held: { grant: SessionGrant; renewing: AbortController } | undefined;
  return { current, forget, close };

  async function current(signal: AbortSignal): Promise<SessionGrant> {
    if (held) return held.grant;
    const grant = await retry(() => client.register(registration, { token: registrationToken, signal }), {
      signal,
      onFailure: (error, waitMs) => emit({ type: 'call_failed', call: 'register', error, waitMs }),
    });
    emit({ type: 'registered', sessionId: grant.sessionId, labels: grant.labels });
    const session = { grant, renewing: new AbortController() };
    held = session;
    void keepRenewing(session);
    return grant;
  }

  async function keepRenewing(session: { grant: SessionGrant; renewing: AbortController }): Promise<void> {
    const { signal } = session.renewing;
    try {
      for (;;) {
        await pause(renewAfterMs({ ...session.grant, random: Math.random() }), signal);
        session.grant = await retry(() => client.renew({ token: session.grant.sessionToken, signal }), {
          signal,
          onFailure: (error, waitMs) => emit({ type: 'call_failed', call: 'renew', error, waitMs }),
        });
        emit({ type: 'session_renewed', sessionId: session.grant.sessionId });
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toBerthError(thrown);
      if (endsSession(error.reason)) emit({ type: 'session_refused', sessionId: session.grant.sessionId, error });
      else emit({ type: 'call_failed', call: 'renew', error, waitMs: undefined });
      forget(session.grant);
    }
  }

  function forget(grant: SessionGrant): void {
    if (held?.grant.sessionId !== grant.sessionId) return;
    held.renewing.abort();
    held = undefined;
  }

  async function close(): Promise<void> {
    if (!held) return;
    const { grant, renewing } = held;
    held = undefined;
    renewing.abort();
    try {
      await within(goodbyeMs, undefined, (signal) =>
        retry(() => client.close({ token: grant.sessionToken, signal }), { signal }),
      );
    } catch (thrown) {
      emit({ type: 'call_failed', call: 'close', error: toBerthError(thrown), waitMs: undefined });
    }
  }
}
