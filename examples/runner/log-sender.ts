import { OrchestratorRefusal } from './orchestrator.ts';

export const logBufferBytesMax = 4_000_000;
const chunkBytesMax = 256_000;
const collectMs = 300;
const retryMsMax = 3_000;
/** How long the end of a job waits for the rest of its log. */
const lastWordsMs = 15_000;

export type LogSender = {
  write(text: Buffer | string): void;
  /** Sends what is left. Waits at most `lastWordsMs`, or until `giveUp` is aborted: a log is worth less than the job's end. */
  end(giveUp: AbortSignal): Promise<void>;
};

export type Send = (offset: number, chunk: Buffer) => Promise<void>;

/**
 * Carries a job's log to the orchestrator in chunks, in order, without loss or doubling while the orchestrator is away for a while. Keeps
 * at most `logBufferBytesMax`; what comes on top is dropped, and the log says so.
 */
export function sendLog(send: Send, onGivenUp: (error: unknown) => void): LogSender {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let refused = false;
  let ending = false;
  const last = new AbortController();
  let wake: (() => void) | undefined;
  const done = deliver();
  return {
    write(text) {
      keep(Buffer.from(text));
      wake?.();
    },
    async end(giveUp) {
      ending = true;
      noteDropped();
      wake?.();
      const limit = setTimeout(() => last.abort(), lastWordsMs);
      const onAbort = () => last.abort();
      giveUp.addEventListener('abort', onAbort, { once: true });
      if (giveUp.aborted) onAbort();
      await done;
      clearTimeout(limit);
      giveUp.removeEventListener('abort', onAbort);
    },
  };

  function keep(chunk: Buffer): void {
    if (refused || chunk.length === 0) return;
    if (waitingBytes + chunk.length > logBufferBytesMax) {
      dropped += chunk.length;
      return;
    }
    noteDropped();
    push(chunk);
  }

  function noteDropped(): void {
    if (dropped > 0)
      push(Buffer.from(`\n[${dropped} bytes of log were dropped: the orchestrator could not be reached]\n`));
    dropped = 0;
  }

  function push(chunk: Buffer): void {
    waiting.push(chunk);
    waitingBytes += chunk.length;
  }

  async function deliver(): Promise<void> {
    for (let offset = 0; ; ) {
      await somethingToSend();
      if (waitingBytes === 0 || refused || last.signal.aborted) return;
      const chunk = take();
      if (await deliverOne(offset, chunk)) offset += chunk.length;
    }
  }

  /** A moment is waited for company, so that a chatty step does not cost a request per line. */
  async function somethingToSend(): Promise<void> {
    if (waitingBytes === 0 && !ending) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (!ending) await pause(collectMs, last.signal);
  }

  function take(): Buffer {
    const all = Buffer.concat(waiting);
    const rest = all.subarray(chunkBytesMax);
    waiting = rest.length > 0 ? [rest] : [];
    waitingBytes = rest.length;
    return all.subarray(0, chunkBytesMax);
  }

  /** The same chunk at the same offset, until it is there. */
  async function deliverOne(offset: number, chunk: Buffer): Promise<boolean> {
    for (let failures = 1; ; failures++) {
      try {
        await send(offset, chunk);
        return true;
      } catch (error) {
        if (error instanceof OrchestratorRefusal || last.signal.aborted) {
          refused = true;
          waiting = [];
          waitingBytes = 0;
          onGivenUp(error);
          return false;
        }
        await pause(Math.random() * Math.min(retryMsMax, 250 * 2 ** failures), last.signal);
      }
    }
  }
}

/** Waits, or until the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
