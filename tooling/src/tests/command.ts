import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from '../console-build.ts';
import { cacheDir } from '../paths.ts';
import { messageOf } from '../problem.ts';
import { runTool } from '../processes/run-tool.ts';
import { withProgress } from '../progress.mjs';
import { addTallies, judge, readTally, type Tally, tallyLine } from './tally.ts';

export type Part = 'all' | 'unit' | 'integration' | 'e2e';

/**
 * Runs the tests, or a part of them, and prints one closing line for all runners.
 * @param filters handed on to the runner: parts of file names
 * @returns the exit code
 */
export async function runTests(part: Part, filters: string[]): Promise<number> {
  const tallies: Tally[] = [];
  if (part !== 'e2e') tallies.push(await vitest(part, filters));
  if (part === 'e2e' || part === 'all') tallies.push(await playwright(filters));
  const total = tallies.reduce(addTallies);
  console.log(tallyLine(total));
  return total.failed === 0 ? 0 : 1;
}

function vitest(part: 'all' | 'unit' | 'integration', filters: string[]): Promise<Tally> {
  const projects = part === 'all' ? [] : ['--project', part];
  return counted('vitest', ['run', ...projects, ...filters]);
}

async function playwright(filters: string[]): Promise<Tally> {
  try {
    await withProgress('build the console', buildConsole);
  } catch (error) {
    console.error(messageOf(error));
    return { passed: 0, failed: 1 };
  }
  return counted('playwright', ['test', ...filters]);
}

async function counted(tool: string, args: string[]): Promise<Tally> {
  mkdirSync(cacheDir, { recursive: true });
  const file = join(cacheDir, `tally-${process.pid}-${tool}.jsonl`);
  const { code } = await runTool(tool, args, { env: { TALLY_FILE: file } });
  const tally = readTally(file);
  if (!tally) console.error(`${tool} ended (exit code ${code}) before it could count its tests.`);
  rmSync(file, { force: true });
  return judge(tally, code);
}
