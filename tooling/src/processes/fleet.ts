import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../paths.ts';
import { Problem } from '../problem.ts';
import type { Reaper } from './reaper.ts';

/** A process of Node.js that runs until it is told to end. */
export type Service = {
  /** Names its log file, too. */
  name: string;
  args: string[];
  cwd?: string;
  env: Record<string, string>;
  /** Answers with a status below 500 once the service is ready. Without it, it is ready when started. */
  readyUrl?: string;
  /** After so many seconds it is asked a second time, which for a runner means: do not finish your job. */
  urgeSeconds?: number;
  /** How long it may take to end by itself, in seconds. Then it is killed. */
  stopSeconds: number;
};

type Member = { service: Service; child: ChildProcess; ended: Promise<void> };

const keepLogBytes = 10_000_000;
const readySeconds = 60;

/** Services that live and end together. */
export class Fleet {
  readonly #members: Member[] = [];
  readonly #reaper: Reaper;
  readonly #logs: string;
  readonly #death = Promise.withResolvers<never>();
  #stopping = false;

  constructor(reaper: Reaper, logs: string) {
    this.#reaper = reaper;
    this.#logs = logs;
    mkdirSync(logs, { recursive: true });
    this.#death.promise.catch(() => undefined); // it may come while nobody listens
  }

  /** How many services have been started. */
  get size(): number {
    return this.#members.length;
  }

  /**
   * Starts services and waits until all of them are ready.
   * @throws Problem when one of the fleet ends, or does not get ready in time
   */
  async start(services: Service[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (const service of services) this.#launch(service);
    await Promise.race([Promise.all(services.map((service) => this.#ready(service, signal))), this.#death.promise]);
  }

  /** Waits until `signal` asks for the end. @throws Problem when a service ends before */
  async run(signal: AbortSignal): Promise<void> {
    const asked = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    if (!signal.aborted) await Promise.race([asked, this.#death.promise]);
  }

  /** Ends some services, or all that are left, and waits for them; those that take too long are killed. */
  async stop(services: Service[]): Promise<void> {
    this.#stopping = true;
    const members = this.#members.filter(({ service }) => services.includes(service));
    await Promise.all(members.map(end));
  }

  /** Kills everything at once, for those who cannot wait. */
  kill(): void {
    this.#stopping = true;
    for (const { child } of this.#members) killGroup(child);
  }

  #launch(service: Service): void {
    const log = openLog(this.#logFile(service));
    // A group of its own: Ctrl-C must reach us alone, for it is we who know the order of the end.
    const child = spawn(process.execPath, service.args, {
      cwd: service.cwd ?? root,
      env: { ...plainEnvironment(), ...service.env },
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    if (child.pid !== undefined) this.#reaper.group(child.pid);
    const ended = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        resolve();
        if (!this.#stopping) this.#death.reject(this.#obituary(service, signal ?? `exit code ${code}`));
      });
      child.once('error', (error) => {
        resolve();
        this.#death.reject(error);
      });
    });
    this.#members.push({ service, child, ended });
  }

  async #ready(service: Service, signal: AbortSignal): Promise<void> {
    const { readyUrl, name } = service;
    const end = performance.now() + readySeconds * 1000;
    while (readyUrl && !(await answers(readyUrl))) {
      signal.throwIfAborted();
      if (this.#stopping) return;
      if (performance.now() > end) {
        throw new Problem(
          `The ${name} did not answer on ${readyUrl} within ${readySeconds} s.${this.#lastLines(service)}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  #obituary(service: Service, how: string): Problem {
    return new Problem(`The ${service.name} has ended by itself (${how}).${this.#lastLines(service)}`);
  }

  #lastLines(service: Service): string {
    const file = this.#logFile(service);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-10);
    return ` The end of ${relative(root, file)}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  }

  #logFile({ name }: Service): string {
    return join(this.#logs, `${name}.log`);
  }
}

/** Our own secrets are not for every child: a runner hands its environment on to the steps of a job. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const hidden = /^(DATABASE_URL|BERTH_ROOT_KEY|npm_.*|INIT_CWD)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !hidden.test(name)));
}

/** Logs go on from one start to the next; a long one makes room, and one older is kept. */
function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > keepLogBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    return response.status < 500;
  } catch {
    return false;
  }
}

async function end({ child, ended, service }: Member): Promise<void> {
  const { urgeSeconds, stopSeconds } = service;
  const timers = [setTimeout(() => killGroup(child), stopSeconds * 1000)];
  if (urgeSeconds !== undefined) timers.push(setTimeout(() => child.kill('SIGTERM'), urgeSeconds * 1000));
  child.kill('SIGTERM');
  await ended;
  for (const timer of timers) clearTimeout(timer);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}
