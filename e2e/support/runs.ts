import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@berth/testing/until';
import { z } from 'zod';
import { root } from './process.ts';
import type { Stack } from './stack.ts';

const Job = z.object({
  name: z.string(),
  state: z.string(),
  outcome: z.string().nullish(),
  executionId: z.string().nullish(),
});
const Run = z.object({ runId: z.string(), status: z.string(), jobs: z.array(Job) });
type Job = z.infer<typeof Job>;

/** Posts a workflow to the orchestrator and answers the id of its run. */
export async function submit(stack: Stack, workflow: string): Promise<string> {
  const response = await fetch(`${stack.orchestratorUrl}/runs`, { method: 'POST', body: workflow });
  const body: unknown = await response.json();
  if (response.status !== 201) throw new Error(`the workflow was refused: ${JSON.stringify(body)}`);
  return z.object({ runId: z.string() }).parse(body).runId;
}

export const demoWorkflow = () => readFileSync(join(root, 'examples/demo/workflow.yaml'), 'utf8');

/** A workflow of one job that prints, sleeps and prints again. */
export const oneJob = (name: string, labels: string, seconds: number) => `
name: ${name}
jobs:
  ${name}:
    labels: [${labels}]
    timeoutSeconds: 300
    steps:
      - name: Wait
        run: |
          echo before
          sleep ${seconds}
          echo after
`;

export async function jobOf(stack: Stack, runId: string, name: string): Promise<Job> {
  const response = await fetch(`${stack.orchestratorUrl}/runs/${runId}`);
  const job = Run.parse(await response.json()).jobs.find((one) => one.name === name);
  if (!job) throw new Error(`the run has no job ${name}`);
  return job;
}

/** Waits until the orchestrator knows the job's outcome. */
export function outcomeOf(stack: Stack, runId: string, name: string, withinMs = 60_000): Promise<string> {
  return until(`${name} to end`, async () => (await jobOf(stack, runId, name)).outcome ?? undefined, withinMs);
}

export async function logOf(stack: Stack, runId: string, name: string): Promise<string> {
  const response = await fetch(`${stack.orchestratorUrl}/runs/${runId}/jobs/${name}/log`);
  return response.text();
}

/** Waits until the job has printed this. */
export async function untilLogged(stack: Stack, runId: string, name: string, text: string): Promise<void> {
  await until(`${name} to print ${text}`, async () => (await logOf(stack, runId, name)).includes(text), 60_000);
}

/** Waits until the job is queued, and answers its execution's id. */
export function executionOf(stack: Stack, runId: string, name: string): Promise<string> {
  return until(`${name} to be queued`, async () => (await jobOf(stack, runId, name)).executionId ?? undefined, 60_000);
}
