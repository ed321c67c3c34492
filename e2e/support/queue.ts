import { randomUUID } from 'node:crypto';
import { createOrchestratorClient } from '@berth/client/orchestrator';
import type { Stack } from './stack.ts';

/** Queues one execution that no runner takes, as an orchestrator does, and answers its id. */
export async function queueExecution(stack: Stack, label: string): Promise<string> {
  const client = createOrchestratorClient({ url: stack.apiUrl, token: stack.tokens.service });
  const executionId = randomUUID();
  const { results } = await client.executions.enqueue({
    workspaceId: stack.workspaceId,
    executions: [
      {
        executionId,
        jobId: randomUUID(),
        workflowRunId: randomUUID(),
        workflowRunAttemptId: randomUUID(),
        projectId: randomUUID(),
        labels: [label],
      },
    ],
  });
  if (results[0]?.status !== 'queued') throw new Error(`not queued: ${JSON.stringify(results)}`);
  return executionId;
}
