import { dirname, resolve } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { uuidOfName } from '../id.ts';
import { parseWorkflow } from '../workflow/parse.ts';
import type { Store } from './store.ts';

/**
 * Records a run of the workflow `text`; `file` is where it stands, for messages and for its project's folder. The run is on
 * disk when this returns, so that no crash loses it. Throws WorkflowError.
 */
export function createRun(store: Store, text: string, file: string): { runId: string } {
  const workflow = parseWorkflow(text, file);
  const runId = uuidv7();
  const ids = Object.keys(workflow.jobs).map((name) => [name, { jobId: uuidv7(), executionId: uuidv7() }] as const);
  store.record({
    type: 'run_created',
    runId,
    attemptId: uuidv7(),
    projectId: uuidOfName('project', workflow.name),
    at: new Date().toISOString(),
    workflow,
    projectDir: workflow.project === undefined ? null : resolve(dirname(file), workflow.project),
    ids: Object.fromEntries(ids),
  });
  return { runId };
}
