import { z } from 'zod';
import { EventView } from '../event/event.ts';
import { ExecutionId, JobId, ProjectId, SessionId, WorkflowRunAttemptId, WorkflowRunId, WorkspaceId } from '../id.ts';
import { Instant } from '../page.ts';
import { ExecutionState, Outcome, ReportedOutcome, TerminalStatus } from './state.ts';

/** The right of one session to run one execution, as an operator sees it. */
export const LeaseView = z.object({
  sessionId: SessionId,
  sessionName: z.string().nullable(),
  runnerLabels: z.array(z.string()),
  fence: z.int(),
  startedAt: Instant,
  firstHeartbeatAt: Instant.nullable(),
  lastHeartbeatAt: Instant,
  /** Until the server may end the lease for want of a beat, by the server's clock; negative when overdue. */
  secondsLeft: z.number(),
  cancellationRequestedAt: Instant.nullable(),
});
export type LeaseView = z.infer<typeof LeaseView>;

/** An execution as lists show it. Ids and labels are null for a tombstone: terminated before it was ever queued. */
export const ExecutionView = z.object({
  workspaceId: WorkspaceId,
  executionId: ExecutionId,
  jobId: JobId.nullable(),
  workflowRunId: WorkflowRunId.nullable(),
  workflowRunAttemptId: WorkflowRunAttemptId.nullable(),
  projectId: ProjectId.nullable(),
  labels: z.array(z.string()).nullable(),
  priority: z.int(),
  state: ExecutionState,
  outcome: Outcome.nullable(),
  /** What the runner reported, kept beside the outcome. */
  reportedOutcome: ReportedOutcome.nullable(),
  terminatedAs: TerminalStatus.nullable(),
  queuedAt: Instant.nullable(),
  recordedAt: Instant,
  finishedAt: Instant.nullable(),
  lease: LeaseView.nullable(),
});
export type ExecutionView = z.infer<typeof ExecutionView>;

export const ExecutionPage = z.object({ items: z.array(ExecutionView), nextPageToken: z.string().nullable() });
export type ExecutionPage = z.infer<typeof ExecutionPage>;

/** One execution with its history; `matchingSessions` counts live sessions that could run it, null unless it is queued. */
export const ExecutionDetail = z.object({
  execution: ExecutionView,
  matchingSessions: z.int().nonnegative().nullable(),
  events: z.array(EventView),
});
export type ExecutionDetail = z.infer<typeof ExecutionDetail>;
