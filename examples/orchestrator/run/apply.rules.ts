import type { JournalEntry } from './journal-entry.ts';
import type { JobRun, Run } from './state.ts';

export type State = {
  orchestratorId: string | null;
  runs: Map<string, Run>;
  byExecution: Map<string, { run: Run; job: JobRun }>;
};

export const emptyState = (): State => ({ orchestratorId: null, runs: new Map(), byExecution: new Map() });

/** Adds one fact to the state. The same fact twice changes nothing, since events arrive at least once. */
export function apply(state: State, entry: JournalEntry): void {
  switch (entry.type) {
    case 'orchestrator_created':
      state.orchestratorId ??= entry.id;
      return;
    case 'run_created':
      addRun(state, entry);
      return;
    case 'run_cancelled': {
      const run = state.runs.get(entry.runId);
      if (run) run.cancelRequested = true;
      return;
    }
    default:
      moveJob(state.runs.get(entry.runId)?.jobs[entry.job], entry);
  }
}

function addRun(
  state: State,
  { runId, attemptId, projectId, at, workflow, projectDir, ids }: Extract<JournalEntry, { type: 'run_created' }>,
): void {
  if (state.runs.has(runId)) return;
  const run: Run = {
    runId,
    attemptId,
    projectId,
    createdAt: at,
    workflow,
    projectDir,
    cancelRequested: false,
    jobs: {},
  };
  for (const [name, { jobId, executionId }] of Object.entries(ids)) {
    const job: JobRun = { name, jobId, executionId, state: 'waiting', outcome: null, note: null, finishedAt: null };
    run.jobs[name] = job;
    state.byExecution.set(executionId, { run, job });
  }
  state.runs.set(runId, run);
}

type JobEntry = Extract<JournalEntry, { job: string }>;

/** A finished job stays as it is: a late or repeated fact must not revive it. */
function moveJob(job: JobRun | undefined, entry: JobEntry): void {
  if (!job || job.state === 'finished') return;
  switch (entry.type) {
    case 'job_queued':
      if (job.state === 'waiting') job.state = 'queued';
      return;
    case 'job_claimed':
      job.state = 'running';
      return;
    case 'job_requeued':
      job.state = 'queued';
      return;
    case 'job_finished':
      Object.assign(job, { state: 'finished', outcome: entry.outcome, note: entry.note, finishedAt: entry.at });
  }
}
