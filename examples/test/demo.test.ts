import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunner } from '@berth/client/runner';
import { test as base, testRootKey, until } from '@berth/testing';
import { expect } from 'vitest';
import { readConfig } from '../../apps/api/src/config.ts';
import { createLog } from '../../apps/api/src/log.ts';
import { startApi } from '../../apps/api/src/server.ts';
import type { RunView } from '../orchestrator/run/view.ts';
import { jobHandler } from '../runner/job.ts';
import { orchestratorAt } from '../runner/orchestrator.ts';

const root = join(import.meta.dirname, '../..');

/** A real api, and orchestrators and runners that a test starts and stops. */
const test = base.extend('demo', async ({ lonelyWorld: world }, { onCleanup }) => {
  const config = readConfig({
    DATABASE_URL: world.database.url,
    BERTH_ROOT_KEY: testRootKey,
    BERTH_PORT: '0',
    BERTH_LOG_LEVEL: 'silent',
  });
  const api = await startApi(config, createLog(config.logLevel));
  const berthUrl = `http://127.0.0.1:${api.port}`;
  const folder = mkdtempSync(join(tmpdir(), 'demo-test-'));
  const children: ChildProcess[] = [];
  const stopping = new AbortController();
  const runs: Promise<void>[] = [];
  onCleanup(async () => {
    stopping.abort();
    await Promise.allSettled(runs);
    await Promise.all(children.map(killed));
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    /** Resolves with its address once it listens. All that are started share one folder of data. */
    async startOrchestrator(): Promise<{ url: string; kill(): Promise<void> }> {
      const child = spawn(process.execPath, ['examples/orchestrator/main.ts', 'serve'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          BERTH_URL: berthUrl,
          BERTH_SERVICE_TOKEN: world.tokens.service,
          BERTH_WORKSPACE_ID: world.workspaceId,
          ORCHESTRATOR_PORT: '0',
          ORCHESTRATOR_DATA: join(folder, 'orchestrator'),
        },
      });
      children.push(child);
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      const url = await until(
        'the orchestrator to listen',
        () => /"event":"listening","url":"([^"]+)"/.exec(output)?.[1],
      );
      return { url, kill: () => killed(child) };
    },
    startRunner(orchestratorUrl: string): void {
      const runner = createRunner({
        url: berthUrl,
        registrationToken: world.tokens.registration,
        labels: ['linux', 'x64'],
        slots: 2,
        run: jobHandler({
          orchestrator: orchestratorAt(orchestratorUrl),
          workDir: join(folder, 'work'),
          cancelGraceSeconds: 1,
          log: () => undefined,
        }),
      });
      runs.push(runner.run(stopping.signal));
    },
  };
});

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

const get = async (url: string) => (await fetch(url)).text();
const view = async (url: string, runId: string): Promise<RunView> => JSON.parse(await get(`${url}/runs/${runId}`));
const jobs = (run: RunView) => Object.fromEntries(run.jobs.map(({ name, state, outcome }) => [name, outcome ?? state]));

async function post(url: string, body: string): Promise<string> {
  const response = await fetch(`${url}/runs`, { method: 'POST', body });
  expect(response.status).toBe(201);
  const { runId } = JSON.parse(await response.text());
  return runId;
}

const workflow = `
name: small
project: project
jobs:
  good:
    labels: [linux]
    env: { GREETING: hello }
    steps:
      - { name: say, run: echo "$GREETING from $JOB_NAME" }
      - { name: keep, run: cp "$PROJECT_DIR/package.json" "$ARTIFACTS_DIR/" }
  after:
    labels: [linux, x64]
    needs: [good]
    steps: [{ name: found, run: grep name "$ARTIFACTS_DIR/package.json" }]
  bad: { labels: [linux], steps: [{ name: break, run: 'echo before; exit 3' }, { name: never, run: echo after }] }
  unreached: { labels: [linux], needs: [bad, good], steps: [{ name: never, run: echo }] }
  nobody: { labels: [gpu], steps: [{ name: never, run: echo }] }
`;

test('a workflow runs to its end: outcomes, logs, what is skipped, and what nobody can run until it is cancelled', async ({
  demo,
}) => {
  const { url } = await demo.startOrchestrator();
  demo.startRunner(url);
  const runId = await post(url, workflow);
  const settled = await until('all but one job', async () => {
    const run = await view(url, runId);
    return run.jobs.filter(({ state }) => state === 'finished').length === 4 && run;
  });
  expect([settled.status, jobs(settled)]).toEqual([
    'running',
    { good: 'succeeded', after: 'succeeded', bad: 'failed', unreached: 'skipped', nobody: 'queued' },
  ]);
  expect(await get(`${url}/runs/${runId}/jobs/good/log`)).toBe('── 1/2 say\nhello from good\n── 2/2 keep\n── done\n');
  expect(await get(`${url}/runs/${runId}/jobs/bad/log`)).toBe(
    '── 1/2 break\nbefore\n── "break" failed with exit code 3\n',
  );
  expect(await get(`${url}/runs/${runId}/jobs/unreached/log`)).toBe('');

  await fetch(`${url}/runs/${runId}/cancel`, { method: 'POST' });
  const ended = await until('the end of the run', async () => {
    const run = await view(url, runId);
    return run.status !== 'running' && run;
  });
  expect([ended.status, jobs(ended).nobody]).toEqual(['cancelled', 'cancelled']);
});

test('a killed orchestrator loses no run and doubles no job', async ({ demo }) => {
  const first = await demo.startOrchestrator();
  const runId = await post(first.url, workflow);
  await first.kill();

  const second = await demo.startOrchestrator();
  const before = await view(second.url, runId);
  await second.kill();
  const third = await demo.startOrchestrator();
  demo.startRunner(third.url);
  const settled = await until('all but one job', async () => {
    const run = await view(third.url, runId);
    return run.jobs.filter(({ state }) => state === 'finished').length === 4 && run;
  });
  expect(jobs(settled)).toMatchObject({ good: 'succeeded', after: 'succeeded', bad: 'failed', unreached: 'skipped' });
  expect(settled.jobs.map(({ executionId }) => executionId)).toEqual(before.jobs.map(({ executionId }) => executionId));
  expect(await get(`${third.url}/runs/${runId}/jobs/good/log`)).toBe(
    '── 1/2 say\nhello from good\n── 2/2 keep\n── done\n',
  );
});

test('the demo’s own workflow is taken as it is', async ({ demo }) => {
  const { url } = await demo.startOrchestrator();
  const runId = await post(url, readFileSync(join(root, 'examples/demo/workflow.yaml'), 'utf8'));
  const run = await until('the first job to be queued', async () => {
    const now = await view(url, runId);
    return now.jobs.some(({ state }) => state === 'queued') && now;
  });
  expect(jobs(run)).toMatchObject({ lint: 'queued', report: 'waiting' });
});
