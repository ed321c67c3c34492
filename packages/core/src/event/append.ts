import { appendEvents as insertEvents, type JobIds, type Tx } from '@berth/db';
import type { EventData, EventType } from '@berth/dto';

/** One fact to append, its data typed by its type. */
export type Fact = {
  [T in EventType]: { workspaceId: string | null; type: T; subject: string; data: Loose<EventData[T]> };
}[EventType];

/** Branded ids are plain text in what is written. */
type Loose<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends string | null ? string | null : T[K] };

/** Appends facts to the log, in the transaction that makes them true; ids are drawn now, after every lock wait. */
export function appendFacts(tx: Tx, facts: readonly Fact[]): Promise<void> {
  return insertEvents(tx, facts);
}

/** The ids that every job event carries in its data. */
export function jobIdsOf(workspaceId: string, row: JobIds) {
  return {
    workspaceId,
    executionId: row.execution_id,
    jobId: row.job_id,
    workflowRunId: row.workflow_run_id,
    workflowRunAttemptId: row.workflow_run_attempt_id,
  };
}
