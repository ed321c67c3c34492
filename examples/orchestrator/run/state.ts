import type { Outcome } from '@berth/dto';
import type { Workflow } from '../workflow/schema.ts';

/** `skipped`: something it needs did not succeed. `refused`: the control plane did not take it. */
export type JobOutcome = Outcome | 'skipped' | 'refused';
type JobState = 'waiting' | 'queued' | 'running' | 'finished';

export type JobRun = {
  name: string;
  jobId: string;
  executionId: string;
  state: JobState;
  outcome: JobOutcome | null;
  /** Why, where the outcome alone does not say it. */
  note: string | null;
  finishedAt: string | null;
};

export type Run = {
  runId: string;
  attemptId: string;
  projectId: string;
  createdAt: string;
  workflow: Workflow;
  /** Absolute; what jobs see as PROJECT_DIR. */
  projectDir: string | null;
  cancelRequested: boolean;
  jobs: Record<string, JobRun>;
};
