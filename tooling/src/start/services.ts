import { join } from 'node:path';
import { consoleDir, dataDir, root } from '../paths.ts';
import type { Service } from '../processes/fleet.ts';
import { type Credentials, demoWorkspace, homeOf } from './credentials.ts';

/** How the parts are run: as built, or with reload for those who change them. */
export type Mode = 'start' | 'dev';

export type Ports = { api: number; console: number; orchestrator: number };

const origin = (port: number) => `http://127.0.0.1:${port}`;
/** `node --watch` runs a process again when one of the files it has loaded changes. */
const watched = (mode: Mode, script: string) =>
  mode === 'dev' ? ['--watch', '--watch-preserve-output', script] : [script];

export function apiService(mode: Mode, ports: Ports, env: { DATABASE_URL: string; BERTH_ROOT_KEY: string }): Service {
  return {
    name: 'api',
    args: watched(mode, 'apps/api/src/main.ts'),
    env: { ...env, BERTH_PORT: String(ports.api), BERTH_CONSOLE_ORIGIN: origin(ports.console) },
    readyUrl: `${origin(ports.api)}/healthz`,
    stopSeconds: 20,
  };
}

export function consoleService(mode: Mode, ports: Ports): Service {
  const admin = join(root, 'apps/admin');
  const env = { PORT: String(ports.console), HOSTNAME: '127.0.0.1', API_URL: origin(ports.api) };
  const common = { name: 'console', readyUrl: origin(ports.console), stopSeconds: 10 };
  if (mode === 'start')
    return { ...common, args: ['server.js'], cwd: consoleDir, env: { ...env, NODE_ENV: 'production' } };
  const next = join(admin, 'node_modules/next/dist/bin/next');
  return { ...common, args: [next, 'dev', '--port', env.PORT, '--hostname', env.HOSTNAME], cwd: admin, env };
}

export function orchestratorService(mode: Mode, ports: Ports, credentials: Credentials): Service {
  return {
    name: 'orchestrator',
    args: [...watched(mode, 'examples/orchestrator/main.ts'), 'serve'],
    env: {
      BERTH_URL: origin(ports.api),
      BERTH_SERVICE_TOKEN: credentials.service.token,
      BERTH_WORKSPACE_ID: demoWorkspace,
      ORCHESTRATOR_PORT: String(ports.orchestrator),
      ORCHESTRATOR_DATA: join(homeOf(credentials), 'orchestrator'),
    },
    readyUrl: `${origin(ports.orchestrator)}/healthz`,
    stopSeconds: 10,
  };
}

/** Three runners of different makes; none has a GPU, so that the demo shows a job that nobody can run. */
export function runnerServices(ports: Ports, credentials: Credentials): Service[] {
  const makes = { 'runner-x64': 'linux,x64', 'runner-docker': 'linux,x64,docker', 'runner-arm64': 'linux,arm64' };
  return Object.entries(makes).map(([name, labels]) => ({
    name,
    args: ['examples/runner/main.ts'],
    env: {
      BERTH_URL: origin(ports.api),
      BERTH_REGISTRATION_TOKEN: credentials.registration.token,
      ORCHESTRATOR_URL: origin(ports.orchestrator),
      RUNNER_LABELS: labels,
      RUNNER_NAME: name,
      RUNNER_WORK_DIR: join(dataDir, 'work', name),
      RUNNER_CANCEL_GRACE_SECONDS: '5',
    },
    urgeSeconds: 1,
    stopSeconds: 15,
  }));
}
