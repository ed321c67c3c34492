/** What a timer can hold; a longer one would fire at once. About 24 days. */
const timerMsMax = 2 ** 31 - 1;

/** `setTimeout` that takes any length. */
export function after(ms: number, run: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.min(timerMsMax, Math.max(0, ms)));
}

/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Runs with a signal that is aborted with `parent`, or after `ms` milliseconds. Unlike `AbortSignal.any` and `.timeout`
 * it leaves nothing behind on a long-lived parent, and it obeys the fake timers of a test.
 */
export async function within<T>(
  ms: number,
  parent: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(parent?.reason);
  const timer = after(ms, () => controller.abort(new Error(`no answer within ${ms / 1_000} s`)));
  if (parent?.aborted) onAbort();
  else parent?.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', onAbort);
  }
}
