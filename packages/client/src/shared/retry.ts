import { BerthError } from './error.ts';
import { backoffMs } from './retry.rules.ts';
import { pause } from './time.ts';

export type RetryOptions = {
  signal?: AbortSignal | undefined;
  /** Told of each failure before the wait that follows it. */
  onFailure?: ((error: BerthError, waitMs: number) => void) | undefined;
};

/**
 * Repeats a call until it is answered: full jitter up to 60 s, `Retry-After` obeyed. Only for calls that are idempotent
 * by their key or fence, since a lost reply repeats what was done already. A refusal that no repetition can cure is thrown at once;
 * an aborted signal ends it with that signal's reason.
 */
export async function retry<T>(call: () => Promise<T>, { signal, onFailure }: RetryOptions = {}): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      signal?.throwIfAborted();
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof BerthError) || !error.retryable) throw error;
      const waitMs = backoffMs({ failures, random: Math.random(), retryAfterSeconds: error.retryAfterSeconds });
      onFailure?.(error, waitMs);
      await pause(waitMs, signal);
    }
  }
}
