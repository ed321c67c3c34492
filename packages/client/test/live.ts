import { test as base, testRootKey } from '@berth/testing';
import { expect } from 'vitest';
import { readConfig } from '../../../apps/api/src/config.ts';
import { createLog } from '../../../apps/api/src/log.ts';
import { startApi } from '../../../apps/api/src/server.ts';
import { createOrchestratorClient } from '../src/orchestrator/index.ts';
import { createRunner, type JobHandler, type RunnerEvent, type RunnerOptions } from '../src/runner/index.ts';

/** A real api with short leases on a database of its own, and what a test does with it. */
export const test = base.extend('berth', async ({ lonelyWorld: world }, { onCleanup }) => {
  const config = readConfig({
    DATABASE_URL: world.database.url,
    BERTH_ROOT_KEY: testRootKey,
    BERTH_PORT: '0',
    BERTH_LOG_LEVEL: 'silent',
    BERTH_FIRST_HEARTBEAT_SECONDS: '2',
    BERTH_LEASE_SECONDS: '3',
    BERTH_CANCEL_GRACE_SECONDS: '2',
    BERTH_EXPIRE_INTERVAL_SECONDS: '1',
  });
  const api = await startApi(config, createLog(config.logLevel));
  const url = `http://127.0.0.1:${api.port}`;
  const orchestrator = createOrchestratorClient({ url, token: world.tokens.service });
  const stopping = new AbortController();
  const runs: Promise<void>[] = [];
  onCleanup(async () => {
    stopping.abort();
    await Promise.allSettled(runs);
    await api.stop();
  });
  const { workspaceId } = world;
  return {
    url,
    orchestrator,
    workspaceId,
    serviceToken: world.tokens.service,
    async enqueue(): Promise<string> {
      const executionId = world.newId();
      const ids = {
        jobId: world.newId(),
        workflowRunId: world.newId(),
        workflowRunAttemptId: world.newId(),
        projectId: world.newId(),
      };
      const { results } = await orchestrator.executions.enqueue({
        workspaceId,
        executions: [{ executionId, ...ids, labels: ['linux'] }],
      });
      expect(results).toEqual([{ status: 'queued', executionId }]);
      return executionId;
    },
    async outcome(executionId: string) {
      const { execution } = await orchestrator.executions.get({ workspaceId, executionId });
      return execution.outcome;
    },
    start(run: JobHandler, options: Partial<RunnerOptions> = {}) {
      const events: RunnerEvent[] = [];
      const runner = createRunner({
        url,
        registrationToken: world.tokens.registration,
        labels: ['Linux', 'x64'],
        waitSeconds: 5,
        run,
        onEvent: (event) => events.push(event),
        ...options,
      });
      const ended = runner.run(stopping.signal);
      runs.push(ended);
      return { runner, ended, events, types: () => events.map(({ type }) => type) };
    },
  };
});
