import { z } from 'zod';
import { ExecutionId, JobId, ProjectId, WorkflowRunAttemptId, WorkflowRunId, WorkspaceId } from '../id.ts';
import { LabelSet } from '../labels.ts';
import { lenient } from '../lenient.ts';
import { Instant } from '../page.ts';
import { Refusal } from '../reason.ts';
import { ExecutionState, Outcome, TerminalStatus } from './state.ts';

export const executionBatchMax = 1_000;
export const maxStartsDefault = 3;
export const queueTimeoutSecondsMax = 30 * 86_400;

/** One execution to queue. `queuedAt` keeps the true place of a late delivery; a future one is clamped to the present. */
export const ExecutionRequest = z.strictObject({
  executionId: ExecutionId,
  jobId: JobId,
  workflowRunId: WorkflowRunId,
  workflowRunAttemptId: WorkflowRunAttemptId,
  projectId: ProjectId,
  labels: LabelSet,
  /** Higher first. */
  priority: z.int().min(-100).max(100).default(0),
  queuedAt: Instant.optional(),
  /** How many claims the execution may use up without a first beat before it is lost. */
  maxStarts: z.int().min(1).max(20).default(maxStartsDefault),
  /** Ends the execution as `expired_in_queue` when no runner has claimed it within this time of its being queued. */
  queueTimeoutSeconds: z.int().min(1).max(queueTimeoutSecondsMax).optional(),
});
export type ExecutionRequest = z.infer<typeof ExecutionRequest>;

/** One or many: each item is judged alone, and the answer has one result per item, in the order sent. */
export const EnqueueInput = z.strictObject({
  workspaceId: WorkspaceId,
  executions: z.array(lenient(ExecutionRequest)).min(1).max(executionBatchMax),
});
export type EnqueueInput = z.infer<typeof EnqueueInput>;

export const EnqueueResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('queued'), executionId: ExecutionId }),
  /** A replay of what is known already: nothing was changed. */
  z.object({ status: z.literal('replayed'), executionId: ExecutionId }),
  z.object({ status: z.literal('refused'), executionId: z.string().nullable(), refusal: Refusal }),
]);
export type EnqueueResult = z.infer<typeof EnqueueResult>;
export const EnqueueOutput = z.object({ results: z.array(EnqueueResult) });

const executionIds = { workspaceId: WorkspaceId, executionIds: z.array(ExecutionId).min(1).max(executionBatchMax) };

/** Executions to cancel; unknown and finished ones are passed over in silence. */
export const CancelInput = z.strictObject(executionIds);
export type CancelInput = z.infer<typeof CancelInput>;

/** `finished`: was queued, ended now. `requested`: is running, its runner is told with its next beat. `unchanged`: unknown, finished or told before. */
export const CancelResult = z.object({
  executionId: ExecutionId,
  result: z.enum(['finished', 'requested', 'unchanged']),
});
export type CancelResult = z.infer<typeof CancelResult>;
export const CancelOutput = z.object({ results: z.array(CancelResult) });

/** Every execution of these jobs that has not finished. */
export const CancelJobsInput = z.strictObject({
  workspaceId: WorkspaceId,
  jobIds: z.array(JobId).max(executionBatchMax),
});
export type CancelJobsInput = z.infer<typeof CancelJobsInput>;

/** Executions to end now, whoever holds them; unknown and finished ones are passed over in silence. */
export const ReleaseInput = z.strictObject(executionIds);
export type ReleaseInput = z.infer<typeof ReleaseInput>;
export const ReleaseResult = z.object({ executionId: ExecutionId, result: z.enum(['finished', 'unchanged']) });
export type ReleaseResult = z.infer<typeof ReleaseResult>;
export const ReleaseOutput = z.object({ results: z.array(ReleaseResult) });

/** The orchestrator's terminal facts. An unknown execution gets a tombstone, so that its late `queued` fact is a no-op. */
export const TerminateInput = z.strictObject({
  workspaceId: WorkspaceId,
  executions: z
    .array(z.strictObject({ executionId: ExecutionId, status: TerminalStatus }))
    .min(1)
    .max(executionBatchMax),
});
export type TerminateInput = z.infer<typeof TerminateInput>;
export const TerminateResult = z.object({
  executionId: ExecutionId,
  result: z.enum(['finished', 'requested', 'recorded', 'unchanged']),
});
export type TerminateResult = z.infer<typeof TerminateResult>;
export const TerminateOutput = z.object({ results: z.array(TerminateResult) });

export const ExecutionKey = z.strictObject({ workspaceId: WorkspaceId, executionId: ExecutionId });
export type ExecutionKey = z.infer<typeof ExecutionKey>;

export const ExecutionFilter = z.strictObject({
  workspaceId: WorkspaceId.optional(),
  state: ExecutionState.optional(),
  outcome: Outcome.optional(),
  /** Executions whose label set holds all of these. */
  labels: LabelSet.optional(),
  workflowRunId: WorkflowRunId.optional(),
  projectId: ProjectId.optional(),
  sessionId: z.uuid().toLowerCase().optional(),
});
export type ExecutionFilter = z.infer<typeof ExecutionFilter>;
