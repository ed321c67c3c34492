import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from '@berth/testing/until';

export const root = resolve(import.meta.dirname, '../..');

export type Running = {
  name: string;
  pid: number;
  /** Kills the process and everything in its group, as a power cut would. */
  killHard(): Promise<void>;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
};

export type Program = {
  name: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  logs: string;
  /** Answers below 400 once the program is ready. */
  readyUrl?: string;
};

const stopMsMax = 20_000;

/** Starts one program of the product with the Node.js that runs this, and waits until it is ready. */
export async function start({ name, args, env, cwd = root, logs, readyUrl }: Program): Promise<Running> {
  const file = join(logs, `${name}.log`);
  const log = openSync(file, 'a');
  // A group of its own, so that what it started ends with it.
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} could not be started`);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  if (readyUrl) await untilReady(name, child, readyUrl, file);
  return {
    name,
    pid,
    async killHard() {
      signalGroup(pid, 'SIGKILL');
      await ended;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), stopMsMax);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function untilReady(name: string, child: ChildProcess, url: string, logFile: string): Promise<void> {
  const look = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    const response = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
    return response !== undefined && response.status < 400;
  };
  await until(`${name} to answer on ${url}`, look, 40_000);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
