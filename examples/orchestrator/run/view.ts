import { runStatus } from './schedule.rules.ts';
import type { Run } from './state.ts';

/** A run as it is shown. */
export function runView(run: Run) {
  return {
    runId: run.runId,
    workflow: run.workflow.name,
    status: runStatus(run),
    createdAt: run.createdAt,
    jobs: Object.values(run.jobs).map(({ name, state, outcome, note, executionId, finishedAt }) => ({
      name,
      state,
      outcome,
      note,
      executionId,
      labels: run.workflow.jobs[name]?.labels ?? [],
      needs: run.workflow.jobs[name]?.needs ?? [],
      finishedAt,
    })),
  };
}
export type RunView = ReturnType<typeof runView>;
