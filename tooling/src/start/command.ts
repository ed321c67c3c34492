import { join, relative } from 'node:path';
import { buildConsole } from '../console-build.ts';
import { dataDir, root } from '../paths.ts';
import { choosePort } from '../port.ts';
import { Problem } from '../problem.ts';
import { Fleet, type Service } from '../processes/fleet.ts';
import { startReaper } from '../processes/reaper.ts';
import { runTool, signalTools } from '../processes/run-tool.ts';
import { withProgress } from '../progress.mjs';
import { type Credentials, localCredentials } from './credentials.ts';
import { type Database, openEmbedded, openExternal } from './database.ts';
import { queueFirstDemo } from './demo.ts';
import { claimFolder } from './folder.ts';
import { rootKey } from './root-key.ts';
import { apiService, consoleService, type Mode, orchestratorService, type Ports, runnerServices } from './services.ts';

const logs = join(dataDir, 'logs');

/**
 * Runs all of Berth from the checkout until Ctrl-C: database, api, console, and the example orchestrator and runners.
 * What was started is ended in the opposite order, the runners first and PostgreSQL last.
 * Sets the exit code to 1 when a part fails or ends by itself.
 * @throws Problem when something is in the way from the beginning
 */
export async function start(mode: Mode): Promise<void> {
  const interrupt = new AbortController();
  await using started = new AsyncDisposableStack();
  const folder = await claimFolder();
  started.defer(folder.release);
  const ports: Ports = {
    api: await choosePort('BERTH_PORT', 4000, 'api'),
    console: await choosePort('ADMIN_PORT', 3000, 'console'),
    orchestrator: await choosePort('ORCHESTRATOR_PORT', 4100, 'example orchestrator'),
  };
  const reaper = startReaper();
  started.defer(reaper.dismiss);
  if (reaper.pid !== undefined) folder.announce({ reaper: reaper.pid });
  const fleet = new Fleet(reaper, logs);
  heedSignals(interrupt, fleet);
  const { signal } = interrupt;

  /** A named step; none begins after Ctrl-C. */
  const step = <T>(label: string, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return withProgress(label, work);
  };
  /** Starts services, to be ended together when their turn comes. */
  const launch = (label: string, services: Service[]) => {
    started.defer(() => fleet.stop(services));
    return step(label, () => fleet.start(services, signal));
  };

  try {
    const database = await step('database', openDatabase);
    started.defer(database.stop);
    if (database.pid !== undefined) reaper.postgres(database.pid);
    const env = { DATABASE_URL: database.url, BERTH_ROOT_KEY: chooseRootKey() };
    await step('migrate', () => migrate(env));
    const credentials = await step('credentials', () => localCredentials(env));
    if (mode === 'start') await step('build the console', buildConsole);
    await launch('start the api', [apiService(mode, ports, env)]);
    await launch('start the console and the example orchestrator', [
      consoleService(mode, ports),
      orchestratorService(mode, ports, credentials),
    ]);
    await launch('start the example runners', runnerServices(ports, credentials));
    const consoleUrl = `http://127.0.0.1:${ports.console}`;
    const orchestratorUrl = `http://127.0.0.1:${ports.orchestrator}`;
    await step('queue the demo', () => queueFirstDemo(orchestratorUrl, credentials));
    folder.announce({ consoleUrl, orchestratorUrl });
    console.log(summary(consoleUrl, credentials));
    await fleet.run(signal);
  } catch (error) {
    if (!signal.aborted) {
      if (!(error instanceof Problem)) throw error;
      console.error(error.message); // at once: the end below may take a while
      process.exitCode = 1;
    }
  }
  // Where nothing ran yet, there is nothing to tell.
  const tell = (text: string) => fleet.size > 0 && console.log(text);
  tell('Stopping …');
  await started.disposeAsync();
  tell('Stopped.');
}

function openDatabase(): Promise<Database> {
  const url = process.env.DATABASE_URL;
  return url ? openExternal(url) : openEmbedded();
}

function chooseRootKey(): string {
  const { key, source } = rootKey();
  if (process.env.DATABASE_URL && source !== 'environment') {
    console.log(
      '  BERTH_ROOT_KEY is not set: the key in .data/root-key is used, and needed for as long as the database lives.',
    );
  }
  return key;
}

async function migrate(env: Record<string, string>): Promise<void> {
  const { code, output } = await runTool(process.execPath, ['apps/api/src/cli.ts', 'migrate'], { env, quiet: true });
  if (code !== 0) throw new Problem(`The database could not be migrated: ${output.trim()}`);
}

/** The first signal asks for an orderly end. npm repeats a Ctrl-C, so only a later one means impatience. */
function heedSignals(interrupt: AbortController, fleet: Fleet): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > 1500) fleet.kill();
      interrupt.abort();
      signalTools('SIGTERM');
    });
  }
}

function summary(consoleUrl: string, { operator }: Credentials): string {
  return [
    '',
    'Berth is running.',
    '',
    `  Console   ${consoleUrl}`,
    `  Sign in   ${operator.token}`,
    `  Logs      ${relative(root, logs)}/`,
    '  Demo      npm run demo (queues the demo workflow again)',
    '  Stop      Ctrl-C',
    '',
  ].join('\n');
}
