import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JobLogs } from '../job-log.ts';
import { createRun } from '../run/create.ts';
import type { Run } from '../run/state.ts';
import type { Store } from '../run/store.ts';
import { runView } from '../run/view.ts';
import { WorkflowError } from '../workflow/parse.ts';
import { readBody } from './body.ts';
import { HttpError, json, type Route } from './router.ts';

const workflowBytesMax = 256_000;

type Deps = { store: Store; logs: JobLogs; workflowDir: string; origin: () => string };

/** For people and scripts: start runs and look at them. */
export function runRoutes({ store, logs, workflowDir, origin }: Deps): Route[] {
  const known = (runId: string | undefined): Run => {
    const run = store.run(runId ?? '');
    if (!run) throw new HttpError(404, 'there is no such run');
    return run;
  };
  return [
    {
      method: 'POST',
      path: '/runs',
      async handle({ request, response, url }) {
        const file = resolve(workflowDir, url.searchParams.get('file') ?? 'workflow.yaml');
        const text = await readBody(request, workflowBytesMax);
        const { runId } = refusing(() => createRun(store, text.toString('utf8'), file));
        json(response, 201, { runId, url: `${origin()}/runs/${runId}` });
      },
    },
    {
      method: 'GET',
      path: '/runs',
      handle({ response }) {
        json(response, 200, { runs: store.runs().reverse().slice(0, 100).map(runView) });
      },
    },
    {
      method: 'GET',
      path: '/runs/:runId',
      handle({ response, params }) {
        json(response, 200, runView(known(params.runId)));
      },
    },
    {
      method: 'POST',
      path: '/runs/:runId/cancel',
      handle({ response, params }) {
        const run = known(params.runId);
        if (!run.cancelRequested)
          store.record({ type: 'run_cancelled', runId: run.runId, at: new Date().toISOString() });
        json(response, 202, runView(run));
      },
    },
    {
      method: 'GET',
      path: '/runs/:runId/jobs/:job/log',
      async handle({ response, params }) {
        const run = known(params.runId);
        const job = Object.hasOwn(run.jobs, params.job ?? '') ? run.jobs[params.job ?? ''] : undefined;
        if (!job) throw new HttpError(404, 'this run has no such job');
        const file = logs.path(run.runId, job.name);
        response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
        if (existsSync(file)) await pipeline(createReadStream(file), response);
        else response.end();
      },
    },
  ];
}

function refusing<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (error instanceof WorkflowError) throw new HttpError(400, error.message, { faults: error.faults });
    throw error;
  }
}
