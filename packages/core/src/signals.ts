import { EventEmitter } from 'node:events';

/** What can be waited for: work queued in a workspace, facts committed to the log, and facts given their positions. */
type Topic = `queue:${string}` | 'facts' | 'log';

/**
 * Wake-ups inside one process. They only shorten a wait: a waiter looks again by itself after a while, so that one of
 * another process costs time and never an answer. Ask `seen` before looking: a `raise` between the look and the wait
 * then ends the wait at once.
 */
export type Signals = {
  raise(topic: Topic): void;
  /** What to hand to `next`: how often the topic was raised so far. */
  seen(topic: Topic): number;
  /** Resolves at the first `raise` since `seen`, after `ms`, or at the abort, whichever is first; never rejects. */
  next(topic: Topic, seen: number, ms: number, abort?: AbortSignal): Promise<void>;
};

export function createSignals(): Signals {
  const bus = new EventEmitter().setMaxListeners(0);
  const raised = new Map<Topic, number>();
  const seen = (topic: Topic) => raised.get(topic) ?? 0;
  return {
    seen,
    raise(topic) {
      raised.set(topic, seen(topic) + 1);
      bus.emit(topic);
    },
    next: (topic, since, ms, abort) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          bus.off(topic, done);
          abort?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        bus.once(topic, done);
        abort?.addEventListener('abort', done, { once: true });
        if (abort?.aborted || seen(topic) !== since) done();
      }),
  };
}
