import { messageOf } from '../problem.ts';
import { type Step, steps, type Verdict } from './steps.ts';

/**
 * Runs every static check, also after one has failed, and shows what each took and found.
 * @returns the exit code
 */
export async function runChecks(): Promise<number> {
  const failed: string[] = [];
  for (const step of steps) if (!(await passes(step))) failed.push(step.name);
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

async function passes(step: Step): Promise<boolean> {
  const start = performance.now();
  const verdict = await step.run().catch((error: unknown): Verdict => ({ ok: false, details: messageOf(error) }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${verdict.ok ? '✓' : '✗'} ${step.name} ${seconds} s${verdict.note ? ` (${verdict.note})` : ''}`);
  if (!verdict.ok && verdict.details) console.log(verdict.details.trimEnd().replace(/^/gm, '    '));
  return verdict.ok;
}
