import type { JobRun, Run } from './state.ts';

export type RunStatus = 'running' | 'succeeded' | 'failed' | 'cancelled';

/** What a run needs now: jobs to queue, and waiting jobs that will never run. */
export type Due = { enqueue: JobRun[]; skip: { job: JobRun; note: string }[] };

/** A job is ready once all it needs has succeeded, and skipped once something it needs has ended otherwise. */
export function dueJobs(run: Run): Due {
  const due: Due = { enqueue: [], skip: [] };
  if (run.cancelRequested) return due;
  for (const job of Object.values(run.jobs)) {
    if (job.state !== 'waiting') continue;
    const needs = (run.workflow.jobs[job.name]?.needs ?? []).flatMap((need) => run.jobs[need] ?? []);
    const failed = needs.find((need) => need.state === 'finished' && need.outcome !== 'succeeded');
    if (failed) due.skip.push({ job, note: `${failed.name} ended as ${failed.outcome}` });
    else if (needs.every((need) => need.outcome === 'succeeded')) due.enqueue.push(job);
  }
  return due;
}

/** Jobs whose end the control plane must be told of: all that a cancelled run has left, those not queued yet included. */
export function dueTerminations(run: Run): JobRun[] {
  return run.cancelRequested ? Object.values(run.jobs).filter((job) => job.state !== 'finished') : [];
}

export function runStatus(run: Run): RunStatus {
  const jobs = Object.values(run.jobs);
  if (jobs.some((job) => job.state !== 'finished')) return 'running';
  if (jobs.every((job) => job.outcome === 'succeeded')) return 'succeeded';
  return run.cancelRequested ? 'cancelled' : 'failed';
}
