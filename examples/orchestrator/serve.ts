import { createServer } from 'node:http';
import { join } from 'node:path';
import { createOrchestratorClient } from '@berth/client/orchestrator';
import { createSubscriberClient } from '@berth/client/subscriber';
import type { ServeConfig } from './config.ts';
import { keepDispatching } from './dispatch.ts';
import { json, router } from './http/router.ts';
import { runRoutes } from './http/run-routes.ts';
import { stepRoutes } from './http/step-routes.ts';
import { openJobLogs } from './job-log.ts';
import { log } from './log.ts';
import { observe } from './observe.ts';
import { openStore } from './run/store.ts';
import { stepTokenReader } from './step-token.ts';

/** Serves until `signal` is aborted. Three things go on beside each other: dispatching, following the event log, answering. */
export async function serve(config: ServeConfig, signal: AbortSignal): Promise<void> {
  const connection = { url: config.BERTH_URL, token: config.BERTH_SERVICE_TOKEN };
  const workspaceId = config.BERTH_WORKSPACE_ID;
  const client = createOrchestratorClient(connection);
  const store = openStore(join(config.ORCHESTRATOR_DATA, 'journal.jsonl'));
  const logs = openJobLogs(join(config.ORCHESTRATOR_DATA, 'logs'));
  const holderOf = stepTokenReader({ client, store, workspaceId });
  const server = createServer(
    router(
      [
        { method: 'GET', path: '/healthz', handle: ({ response }) => json(response, 200, { status: 'ok' }) },
        ...runRoutes({ store, logs, workflowDir: config.ORCHESTRATOR_WORKFLOW_DIR, origin }),
        ...stepRoutes({ holderOf, logs, artifactsDir: join(config.ORCHESTRATOR_DATA, 'artifacts') }),
      ],
      (error, url) => log('request_failed', { url, error: error instanceof Error ? error.stack : String(error) }),
    ),
  );

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.ORCHESTRATOR_PORT, config.ORCHESTRATOR_HOST, resolve);
  });
  log('listening', { url: origin(), orchestratorId: store.orchestratorId, runs: store.runs().length });
  try {
    await Promise.all([
      keepDispatching({ store, client, workspaceId, log, signal }),
      createSubscriberClient(connection).follow({
        subscriber: `orchestrator-${store.orchestratorId}`,
        onEvent: (event) => observe(store, event),
        onFailure: (error, waitMs) => log('follow_failed', { error: error.message, waitMs }),
        signal,
      }),
    ]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    server.close();
    server.closeAllConnections();
    store.close();
  }

  function origin(): string {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : config.ORCHESTRATOR_PORT;
    return `http://${config.ORCHESTRATOR_HOST}:${port}`;
  }
}
