import { z } from 'zod';
import { Outcome } from '../execution/state.ts';
import { ExecutionId, JobId, ProjectId, SessionId, WorkflowRunAttemptId, WorkflowRunId, WorkspaceId } from '../id.ts';
import { Instant } from '../page.ts';
import type { EventType } from './event.ts';

/** The ids every job event carries; null only for an execution that was terminated before it was queued. */
const jobIds = {
  workspaceId: WorkspaceId,
  executionId: ExecutionId,
  jobId: JobId.nullable(),
  workflowRunId: WorkflowRunId.nullable(),
  workflowRunAttemptId: WorkflowRunAttemptId.nullable(),
};
const holder = { sessionId: SessionId, fence: z.int() };

/** What each event carries in `data`. Times are the database's clock. */
export const eventData = {
  'runners.job.queued': z.object({
    ...jobIds,
    projectId: ProjectId,
    labels: z.array(z.string()),
    priority: z.int(),
    queuedAt: Instant,
  }),
  'runners.job.claimed': z.object({ ...jobIds, ...holder, claimedAt: Instant }),
  'runners.job.requeued': z.object({ ...jobIds, ...holder, startsLeft: z.int() }),
  'runners.job.cancel_requested': z.object({ ...jobIds, ...holder, requestedAt: Instant }),
  'runners.job.finished': z.object({ ...jobIds, outcome: Outcome, finishedAt: Instant }),
  'runners.job.lease_expired': z.object(jobIds),
  'runners.admin.action': z.object({
    action: z.string(),
    target: z.string(),
    reason: z.string(),
    operator: z.string(),
  }),
} satisfies Record<EventType, z.ZodType>;

export type EventData = { [T in EventType]: z.infer<(typeof eventData)[T]> };
