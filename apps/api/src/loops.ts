import { type Deps, noteFailure, noteStart, noteSuccess, type Reconciler } from '@berth/core';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** A reconciler with its pause; `wakeOn` shortens the pause when this process has something for it. */
export type Loop = { reconciler: Reconciler; intervalSeconds: number; wakeOn?: 'facts' };

export type RunningLoops = { stop(): Promise<void> };

const jitter = 0.1;
/** The table shows health, not each run: it is written at most this often. */
const noteEveryMs = 3_000;

/** Runs each loop by itself: one that fails or hangs holds up no other, and tries again after its pause. */
export function startLoops(deps: Deps, log: Log, metrics: Metrics, loops: readonly Loop[]): RunningLoops {
  const stopping = new AbortController();
  const running = loops.map((loop) => runLoop(deps, log, metrics, loop, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function runLoop(deps: Deps, log: Log, metrics: Metrics, loop: Loop, stopping: AbortSignal): Promise<void> {
  const { reconciler, intervalSeconds, wakeOn } = loop;
  const topic = wakeOn ?? (`queue:loop-${reconciler.name}` as const);
  let notedAt = Number.NEGATIVE_INFINITY;
  while (!stopping.aborted) {
    const note = deps.monotonicMs() - notedAt >= noteEveryMs;
    let seen = deps.signals.seen(topic);
    try {
      if (note) await noteStart(deps, reconciler.name, intervalSeconds);
      await drain(deps, reconciler, stopping);
      if (note) await noteSuccess(deps, reconciler.name);
      if (note) notedAt = deps.monotonicMs();
      metrics.loopSucceeded(reconciler.name);
    } catch (error) {
      metrics.loopFailed(reconciler.name);
      log.error({ loop: reconciler.name, error }, 'a maintenance loop failed');
      await noteFailure(deps, reconciler.name, error);
      // A failed run waits for its full pause, or for something new.
      seen = deps.signals.seen(topic);
    }
    const pauseMs = intervalSeconds * 1_000 * (1 - jitter + 2 * jitter * Math.random());
    await deps.signals.next(topic, seen, pauseMs, stopping);
  }
}

/** Batch after batch until one is short. */
async function drain(deps: Deps, reconciler: Reconciler, stopping: AbortSignal): Promise<void> {
  let more = true;
  while (more && !stopping.aborted) ({ more } = await reconciler.run(deps));
}
