/** How many jobs may run beside each other, and which do. */
export type Slots = {
  free(): number;
  /** Occupies one slot until `finished` settles. */
  occupy(finished: Promise<void>): void;
  /** Resolves when at least one slot is free; rejects with the signal's reason. */
  untilFree(signal: AbortSignal): Promise<void>;
  /** Resolves when none is occupied. */
  untilEmpty(): Promise<void>;
};

export function makeSlots(count: number): Slots {
  const running = new Set<Promise<void>>();
  const free = () => count - running.size;
  return {
    free,
    occupy(finished) {
      running.add(finished);
      void finished.finally(() => running.delete(finished));
    },
    async untilFree(signal) {
      signal.throwIfAborted();
      while (free() <= 0) await orAborted(Promise.race(running), signal);
    },
    async untilEmpty() {
      while (running.size > 0) await Promise.race(running);
    },
  };
}

function orAborted(settled: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    void settled.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject);
  });
}
