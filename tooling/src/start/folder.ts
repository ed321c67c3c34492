import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../paths.ts';
import { codeOf, messageOf, Problem } from '../problem.ts';
import { isAlive, startOf } from '../process-table.ts';

/** Who runs in the data folder, and where the others find it. */
export type Running = {
  pid: number;
  /** Tells the process from a later one with the same number. */
  start?: string;
  /** Known as soon as everything is up. */
  consoleUrl?: string;
  orchestratorUrl?: string;
};

const file = join(dataDir, 'running.json');

/**
 * Makes the data folder ours until `release`.
 * @throws Problem when it cannot be written, or when another start runs in it
 */
export function claimFolder(): {
  announce(urls: Pick<Running, 'consoleUrl' | 'orchestratorUrl'>): void;
  release(): void;
} {
  const start = startOf(process.pid);
  const us: Running = { pid: process.pid, ...(start === undefined ? {} : { start }) };
  try {
    mkdirSync(dataDir, { recursive: true });
    const other = whoRuns();
    if (other) throw alreadyRunning(other);
    rmSync(file, { force: true });
    // "wx": of two that start at the same moment, one finds the file there.
    writeFileSync(file, JSON.stringify(us), { flag: 'wx' });
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (codeOf(error) === 'EEXIST') throw new Problem('Another start in this folder is under way.');
    throw new Problem(
      `Cannot write to ${dataDir} (${codeOf(error) ?? messageOf(error)}): give this account the right to.`,
    );
  }
  return {
    announce: (urls) => writeFileSync(file, JSON.stringify({ ...us, ...urls })),
    release: () => rmSync(file, { force: true }),
  };
}

/** The start that runs in the data folder now, if there is one. */
export function whoRuns(): Running | undefined {
  if (!existsSync(file)) return undefined;
  const running = parse(readFileSync(file, 'utf8'));
  if (!running || !isAlive(running.pid) || startOf(running.pid) !== running.start) return undefined;
  return running;
}

/** A file cut short by a crash says nothing. */
function parse(text: string): Running | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function alreadyRunning({ pid, consoleUrl }: Running): Problem {
  const where = consoleUrl ? `, console at ${consoleUrl}` : '';
  return new Problem(
    `Berth already runs in this folder (process ${pid}${where}): stop it first with Ctrl-C or kill ${pid}.`,
  );
}
