import type { OrchestratorClient } from '@berth/client/orchestrator';
import { retry } from '@berth/client/orchestrator';
import type { Log } from './log.ts';
import { dueJobs, dueTerminations } from './run/schedule.rules.ts';
import type { JobRun, Run } from './run/state.ts';
import type { Store } from './run/store.ts';

type Dispatch = { store: Store; client: OrchestratorClient; workspaceId: string; log: Log; signal: AbortSignal };
type Ready = { run: Run; job: JobRun };

/**
 * Brings the control plane in line with the store: skips what cannot run, queues what is ready, ends what was cancelled. Takes no
 * input and is idempotent, so a restart just begins again: what was queued already answers `replayed`.
 */
export async function keepDispatching(deps: Dispatch): Promise<void> {
  const { store, signal } = deps;
  const told = new Set<string>();
  let wake: (() => void) | undefined;
  store.onRecord(() => wake?.());
  signal.addEventListener('abort', () => wake?.(), { once: true });
  while (!signal.aborted) {
    // Armed before looking, so that a fact recorded meanwhile is not slept through.
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    for (const run of store.runs()) skipHopeless(deps, run);
    await enqueueReady(deps);
    await terminateCancelled(deps, told);
    await changed;
  }
}

function skipHopeless({ store }: Dispatch, run: Run): void {
  for (let { skip } = dueJobs(run); skip.length > 0; { skip } = dueJobs(run)) {
    for (const { job, note } of skip) {
      store.record({ type: 'job_finished', runId: run.runId, job: job.name, at: now(), outcome: 'skipped', note });
    }
  }
}

async function enqueueReady({ store, client, workspaceId, log, signal }: Dispatch): Promise<void> {
  const ready = store
    .runs()
    .flatMap((run) => dueJobs(run).enqueue.map((job): Ready => ({ run, job })))
    .slice(0, 1_000);
  if (ready.length === 0) return;
  const { results } = await retry(
    () => client.executions.enqueue({ workspaceId, executions: ready.map(request) }, { signal }),
    {
      signal,
      onFailure: (error, waitMs) => log('enqueue_failed', { error: error.message, waitMs }),
    },
  );
  results.forEach((result, index) => {
    const { run, job } = ready[index] ?? {};
    if (!run || !job) return;
    const fact = { runId: run.runId, job: job.name, at: now() };
    if (result.status !== 'refused') store.record({ type: 'job_queued', ...fact });
    else
      store.record({
        type: 'job_finished',
        ...fact,
        outcome: 'refused',
        note: `${result.refusal.reason}: ${result.refusal.message}`,
      });
  });
}

function request({ run, job }: Ready) {
  return {
    executionId: job.executionId,
    jobId: job.jobId,
    workflowRunId: run.runId,
    workflowRunAttemptId: run.attemptId,
    projectId: run.projectId,
    labels: [...(run.workflow.jobs[job.name]?.labels ?? [])],
  };
}

/** `terminate` also leaves a mark for an execution that was queued just before a crash, or whose delivery is late: it will not start. */
async function terminateCancelled(
  { store, client, workspaceId, log, signal }: Dispatch,
  told: Set<string>,
): Promise<void> {
  const due = store.runs().flatMap((run) => dueTerminations(run).map((job): Ready => ({ run, job })));
  const news = due.filter(({ job }) => !told.has(job.executionId)).slice(0, 1_000);
  if (news.length === 0) return;
  const executions = news.map(({ job }) => ({ executionId: job.executionId, status: 'cancelled' as const }));
  await retry(() => client.executions.terminate({ workspaceId, executions }, { signal }), {
    signal,
    onFailure: (error, waitMs) => log('terminate_failed', { error: error.message, waitMs }),
  });
  for (const { run, job } of news) {
    told.add(job.executionId);
    if (job.state === 'waiting')
      store.record({
        type: 'job_finished',
        runId: run.runId,
        job: job.name,
        at: now(),
        outcome: 'cancelled',
        note: 'the run was cancelled',
      });
  }
}

const now = () => new Date().toISOString();
