import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IssuedCredential } from '@berth/dto';
import { freePort } from '@berth/tooling/port';
import { startPostgres } from '@berth/tooling/postgres';
import { type Running, root, start } from './process.ts';

export type Stack = {
  consoleUrl: string;
  apiUrl: string;
  orchestratorUrl: string;
  databaseUrl: string;
  workspaceId: string;
  /** The folder of this stack alone. */
  home: string;
  tokens: { operator: string; viewer: string; service: string; registration: string };
  startRunner(name: string, labels: string): Promise<Running>;
  /** The api process; `restartApi` starts another on the same port. */
  api(): Running;
  restartApi(): Promise<void>;
  close(): Promise<void>;
};

/** Short, so that a dead runner is noticed within a test's patience; the runner beats every third of it. */
const leaseSeconds = 9;
const workspaceId = '0190a000-0000-7000-8000-0000000000e2';

/** The whole product, as `npm start` runs it, on ports and in folders of its own. */
export async function startStack(): Promise<Stack> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const home = mkdtempSync(join(root, '.cache/e2e-'));
  const logs = join(home, 'logs');
  mkdirSync(logs);
  const postgres = await startPostgres({ dir: join(home, 'pg'), durable: false });
  const env = { DATABASE_URL: postgres.url };
  const berth = (...args: string[]) =>
    execFileSync(process.execPath, ['apps/api/src/cli.ts', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  berth('migrate');
  const issue = (...args: string[]) => IssuedCredential.parse(JSON.parse(berth('credential', 'issue', ...args))).token;
  const tokens = {
    operator: issue('--kind', 'operator', '--name', 'night shift', '--role', 'admin'),
    viewer: issue('--kind', 'operator', '--name', 'visitor', '--role', 'viewer'),
    service: issue('--kind', 'service', '--name', 'orchestrator', '--workspace', workspaceId),
    registration: issue('--kind', 'registration', '--name', 'runners', '--workspace', workspaceId),
  };

  const ports = { api: await freePort(), console: await freePort(), orchestrator: await freePort() };
  const origin = (port: number) => `http://127.0.0.1:${port}`;
  const running = new Set<Running>();
  const launch = async (...program: Parameters<typeof start>) => {
    const started = await start(...program);
    running.add(started);
    return started;
  };

  const launchApi = () =>
    launch({
      name: 'api',
      args: ['apps/api/src/main.ts'],
      logs,
      readyUrl: `${origin(ports.api)}/readyz`,
      env: {
        ...env,
        BERTH_PORT: String(ports.api),
        BERTH_ROOT_KEY: Buffer.alloc(32, 3).toString('base64'),
        BERTH_LEASE_SECONDS: String(leaseSeconds),
        BERTH_FIRST_HEARTBEAT_SECONDS: String(leaseSeconds - 1),
        BERTH_EXPIRE_INTERVAL_SECONDS: '1',
      },
    });
  let api = await launchApi();
  const consoleDir = join(root, 'apps/admin/.next/standalone/apps/admin');
  const console = {
    PORT: String(ports.console),
    HOSTNAME: '127.0.0.1',
    API_URL: origin(ports.api),
    NODE_ENV: 'production',
  };
  await launch({
    name: 'console',
    args: ['server.js'],
    cwd: consoleDir,
    logs,
    readyUrl: `${origin(ports.console)}/sign-in`,
    env: console,
  });
  await launch({
    name: 'orchestrator',
    args: ['examples/orchestrator/main.ts', 'serve'],
    logs,
    readyUrl: `${origin(ports.orchestrator)}/healthz`,
    env: {
      BERTH_URL: origin(ports.api),
      BERTH_SERVICE_TOKEN: tokens.service,
      BERTH_WORKSPACE_ID: workspaceId,
      ORCHESTRATOR_PORT: String(ports.orchestrator),
      ORCHESTRATOR_DATA: join(home, 'orchestrator'),
    },
  });

  return {
    consoleUrl: origin(ports.console),
    apiUrl: origin(ports.api),
    orchestratorUrl: origin(ports.orchestrator),
    databaseUrl: postgres.url,
    workspaceId,
    home,
    tokens,
    startRunner: (name, labels) =>
      launch({
        name,
        args: ['examples/runner/main.ts'],
        logs,
        env: {
          BERTH_URL: origin(ports.api),
          BERTH_REGISTRATION_TOKEN: tokens.registration,
          ORCHESTRATOR_URL: origin(ports.orchestrator),
          RUNNER_LABELS: labels,
          RUNNER_NAME: name,
          RUNNER_WORK_DIR: join(home, 'work', name),
          RUNNER_CANCEL_GRACE_SECONDS: '3',
        },
      }),
    api: () => api,
    async restartApi() {
      api = await launchApi();
    },
    async close() {
      // The last started goes first: runners say goodbye while the api is still there.
      for (const one of [...running].reverse()) await (one.name.startsWith('runner') ? one.killHard() : one.stop());
      postgres.stop();
      rmSync(postgres.dataDir, { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}
