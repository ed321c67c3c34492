import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JobLogs } from '../job-log.ts';
import type { JobRun, Run } from '../run/state.ts';
import type { Holder } from '../step-token.ts';
import { bearer, readBody } from './body.ts';
import { HttpError, json, type Route } from './router.ts';

const logChunkBytesMax = 1_000_000;

type Deps = {
  /** Who a step token speaks for, by the control plane's word. Throws HttpError when it is not to be served. */
  holderOf: (stepToken: string) => Promise<Holder>;
  logs: JobLogs;
  artifactsDir: string;
};

/** For runners: the steps of the execution that their step token stands for, and a place for its log. */
export function stepRoutes({ holderOf, logs, artifactsDir }: Deps): Route[] {
  return [
    {
      method: 'GET',
      path: '/steps',
      async handle({ request, response }) {
        const { run, job, cancelRequested } = await holderOf(bearer(request));
        if (cancelRequested) throw new HttpError(409, 'this job was cancelled: no step may start');
        json(response, 200, stepsOf(run, job, artifactsDir));
      },
    },
    {
      method: 'POST',
      path: '/log',
      async handle({ request, response, url }) {
        const { run, job } = await holderOf(bearer(request));
        const offset = url.searchParams.get('offset');
        if (offset !== null && !/^\d{1,15}$/.test(offset))
          throw new HttpError(400, 'offset: a number of bytes is expected');
        const chunk = await readBody(request, logChunkBytesMax);
        const added = logs.append(run.runId, job.name, offset === null ? undefined : Number(offset), chunk);
        if (added === 'full') throw new HttpError(413, 'the log of this job is full');
        if ('gapAt' in added) throw new HttpError(409, 'bytes before this chunk are missing', { size: added.gapAt });
        json(response, 200, added);
      },
    },
  ];
}

/** The job's own variables win over the workflow's, and ours over both. Runner and orchestrator share a disk in this example. */
function stepsOf(run: Run, job: JobRun, artifactsDir: string) {
  const spec = run.workflow.jobs[job.name];
  if (!spec) throw new HttpError(404, 'this job is not in its workflow');
  const artifacts = join(artifactsDir, run.runId);
  mkdirSync(artifacts, { recursive: true });
  return {
    runId: run.runId,
    job: job.name,
    timeoutSeconds: spec.timeoutSeconds,
    env: {
      ...run.workflow.env,
      ...spec.env,
      ...(run.projectDir === null ? {} : { PROJECT_DIR: run.projectDir }),
      ARTIFACTS_DIR: artifacts,
      RUN_ID: run.runId,
      JOB_NAME: job.name,
    },
    steps: spec.steps,
  };
}
