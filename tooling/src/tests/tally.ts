import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** How many tests a runner has seen pass and fail. A broken file or hook counts as one failure. */
export type Tally = { passed: number; failed: number };

/** A test runner's reporter leaves its counts for the command that started the runner. Without one, it prints them. */
export function leaveTally(tally: Tally): void {
  const file = process.env.TALLY_FILE;
  if (file) appendFileSync(file, `${JSON.stringify(tally)}\n`);
  else console.log(tallyLine(tally));
}

/** What one runner left. undefined: it ended before it could count. */
export function readTally(file: string): Tally | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line): Tally => JSON.parse(line)).reduce(addTallies);
}

/**
 * What a part of the test run comes to. A runner that says it failed without naming a failed test, or that never
 * counted at all, has failed once: a crash must not look like a short, green run.
 */
export function judge(tally: Tally | undefined, exitCode: number): Tally {
  if (!tally) return { passed: 0, failed: 1 };
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

export function addTallies(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

/** The closing line of a test run. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
