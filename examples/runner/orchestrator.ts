import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

const Steps = z.object({
  job: z.string(),
  timeoutSeconds: z.number(),
  env: z.record(z.string(), z.string()),
  steps: z.array(z.object({ name: z.string(), run: z.string() })),
});
export type Steps = z.infer<typeof Steps>;

/** The orchestrator said no, and asking again will not change that. */
export class OrchestratorRefusal extends Error {
  override readonly name = 'OrchestratorRefusal';
}

export type Orchestrator = {
  /** The job's steps; tries for a minute. Rejects with OrchestratorRefusal, the signal's reason, or the last failure. */
  steps(stepToken: () => string, signal: AbortSignal): Promise<Steps>;
  /** Hands over a chunk of log that begins at byte `offset`; safe to repeat. One try. */
  appendLog(stepToken: () => string, offset: number, chunk: Buffer): Promise<void>;
};

const answerMs = 10_000;
const stepsTries = 12;

export function orchestratorAt(url: string): Orchestrator {
  return {
    async steps(stepToken, signal) {
      for (let tries = 1; ; tries++) {
        try {
          const response = await call(new URL('/steps', url), stepToken, {});
          return Steps.parse(await response.json());
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof OrchestratorRefusal || tries === stepsTries) throw error;
          await pause(Math.random() * 10_000, undefined, { signal });
        }
      }
    },
    async appendLog(stepToken, offset, chunk) {
      const target = new URL('/log', url);
      target.searchParams.set('offset', String(offset));
      const response = await call(target, stepToken, { method: 'POST', body: new Uint8Array(chunk) });
      await response.body?.cancel();
    },
  };
}

async function call(url: URL, stepToken: () => string, init: RequestInit): Promise<Response> {
  const headers = { authorization: `Bearer ${stepToken()}` };
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(answerMs) });
  if (response.ok) return response;
  const message = `the orchestrator answered HTTP ${response.status}: ${(await response.text()).slice(0, 500).trim()}`;
  const passing = response.status >= 500 || response.status === 408 || response.status === 429;
  throw passing ? new Error(message) : new OrchestratorRefusal(message);
}
