import { useSyncExternalStore } from 'react';

const tickMs = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/** Whole seconds, so that two readings during one rendering agree. */
const present = () => Math.floor(Date.now() / tickMs) * tickMs;

function tick() {
  now = present();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Nothing ticks while nobody listens. */
function read() {
  if (!timer) now = present();
  return now;
}

/** The present in milliseconds, renewed every second: one timer for all the ages on a page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, () => 0);
}
