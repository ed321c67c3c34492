import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { SubmitConfig } from './config.ts';

const Submitted = z.object({ runId: z.string(), url: z.string() });
const Watched = z.object({
  status: z.string(),
  jobs: z.array(
    z.object({ name: z.string(), state: z.string(), outcome: z.string().nullable(), note: z.string().nullable() }),
  ),
});

/** Posts a workflow; with `wait` shows each change until the run has ended. Answers the exit code: 0 unless the run did not succeed. */
export async function submit(config: SubmitConfig, file: string, wait: boolean): Promise<number> {
  const body = await readFile(file);
  const target = new URL('/runs', config.ORCHESTRATOR_URL);
  target.searchParams.set('file', resolve(file));
  const { runId, url } = await answerOf(Submitted, await ask(target, { method: 'POST', body }));
  console.log(`run ${runId}\n${url}`);
  return wait ? await watch(new URL(`/runs/${runId}`, config.ORCHESTRATOR_URL)) : 0;
}

async function watch(url: URL): Promise<number> {
  const shown = new Map<string, string>();
  for (;;) {
    const run = await answerOf(Watched, await ask(url));
    for (const { name, state, outcome, note } of run.jobs) {
      const line = [outcome ?? state, note].filter(Boolean).join(': ');
      if (shown.get(name) !== line) console.log(`${name.padEnd(24)} ${line}`);
      shown.set(name, line);
    }
    if (run.status !== 'running') {
      console.log(`run ${run.status}`);
      return run.status === 'succeeded' ? 0 : 1;
    }
    await pause(1_000);
  }
}

async function ask(url: URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new Error(`no orchestrator answers at ${url.origin}; is it running, and is ORCHESTRATOR_URL right?`, {
      cause,
    });
  }
}

const Failed = z.object({ error: z.object({ message: z.string() }) });

async function answerOf<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
  const body: unknown = await response.json();
  if (response.ok) return schema.parse(body);
  throw new Error(Failed.safeParse(body).data?.error.message ?? `HTTP ${response.status}`);
}
