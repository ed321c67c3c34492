import { EventEmitter } from 'node:events';

/** What can be waited for: work queued in a workspace, facts committed to the log, and facts given their positions. */
type Topic = `queue:${string}` | 'facts' | 'log';

/**
 * Wake-ups inside one process. They only shorten a wait: a waiter looks again by itself after a while, so that a lost
 * one, or one of another process, costs time and never an answer.
 */
export type Signals = {
  raise(topic: Topic): void;
  /** Resolves at the next `raise`, after `ms`, or at the abort, whichever is first; never rejects. */
  next(topic: Topic, ms: number, abort?: AbortSignal): Promise<void>;
};

export function createSignals(): Signals {
  const bus = new EventEmitter().setMaxListeners(0);
  return {
    raise: (topic) => void bus.emit(topic),
    next: (topic, ms, abort) =>
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
        if (abort?.aborted) done();
      }),
  };
}
