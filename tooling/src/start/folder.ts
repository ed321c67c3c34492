import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../paths.ts';
import { codeOf, messageOf, Problem } from '../problem.ts';
import { commandOf, isAlive, startOf } from '../process-table.ts';

/** Who runs in the data folder, and where the others find it. */
export type Running = {
  pid: number;
  /** Tells the process from a later one with the same number. */
  start?: string;
  /** Ends what this start leaves behind should it be killed. */
  reaper?: number;
  /** Known as soon as everything is up. */
  consoleUrl?: string;
  orchestratorUrl?: string;
};

const file = join(dataDir, 'running.json');

export type Claim = {
  /** Adds to what others can read about this start. */
  announce(more: Partial<Running>): void;
  release(): void;
};

/**
 * Makes the data folder ours until `release`; waits for the last start's reaper, should it still be at work.
 * @throws Problem when the folder cannot be written, or when another start runs in it
 */
export async function claimFolder(): Promise<Claim> {
  const start = startOf(process.pid);
  let us: Running = { pid: process.pid, ...(start === undefined ? {} : { start }) };
  try {
    mkdirSync(dataDir, { recursive: true });
    const last = read();
    if (last && isRunning(last)) throw alreadyRunning(last);
    if (last?.reaper !== undefined) await untilGone(last.reaper);
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
    announce(more) {
      us = { ...us, ...more };
      writeFileSync(file, JSON.stringify(us));
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** The start that runs in the data folder now, if there is one. */
export function whoRuns(): Running | undefined {
  const running = read();
  return running && isRunning(running) ? running : undefined;
}

function isRunning({ pid, start }: Running): boolean {
  return isAlive(pid) && startOf(pid) === start;
}

/** It would take down our PostgreSQL, which is the one it was told of. */
async function untilGone(reaper: number): Promise<void> {
  while (isAlive(reaper) && (commandOf(reaper)?.includes('reaper.sh') ?? true)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function read(): Running | undefined {
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
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
