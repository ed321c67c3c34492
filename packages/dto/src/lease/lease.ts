import { z } from 'zod';
import { longPollSecondsMax } from '../event/input.ts';
import { Outcome, ReportedOutcome } from '../execution/state.ts';
import { ExecutionId, JobId, ProjectId, SessionId, WorkflowRunAttemptId, WorkflowRunId, WorkspaceId } from '../id.ts';
import { ToolCapabilities } from '../session/session.ts';

export const claimBatchMax = 100;

/** A claim; with `waitSeconds` it is a long poll. The same `requestId` again, before a first beat, answers the same leases. */
export const ClaimInput = z.strictObject({
  requestId: z.uuid().toLowerCase(),
  waitSeconds: z.int().min(0).max(longPollSecondsMax).default(0),
  maxLeases: z.int().min(1).max(claimBatchMax).default(1),
});
export type ClaimInput = z.infer<typeof ClaimInput>;

export const LeaseGrant = z.object({
  workspaceId: WorkspaceId,
  executionId: ExecutionId,
  jobId: JobId,
  workflowRunId: WorkflowRunId,
  workflowRunAttemptId: WorkflowRunAttemptId,
  projectId: ProjectId,
  fence: z.int(),
  labels: z.array(z.string()),
  /** Bearer of heartbeat and complete. */
  leaseToken: z.string(),
  /** Shown to the orchestrator for the steps; can neither beat nor complete. */
  stepToken: z.string(),
  /** The first beat must be accepted within this time, and before the first step starts. */
  firstHeartbeatSeconds: z.int(),
  /** Without a beat for this long the lease may be given away. */
  leaseSeconds: z.int(),
});
export type LeaseGrant = z.infer<typeof LeaseGrant>;

export const ClaimOutput = z.object({ leases: z.array(LeaseGrant) });
export type ClaimOutput = z.infer<typeof ClaimOutput>;

/** Left-out capabilities are kept, null clears them. */
export const HeartbeatInput = z.strictObject({ capabilities: ToolCapabilities.nullable().optional() });
export type HeartbeatInput = z.infer<typeof HeartbeatInput>;

export const HeartbeatOutput = z.object({
  /** Stop the job now and report it as cancelled. */
  cancel: z.boolean(),
  /** Take no further job. */
  drain: z.boolean(),
  /** From this answer until the lease may be given away. */
  secondsLeft: z.number(),
  leaseToken: z.string(),
  stepToken: z.string(),
});
export type HeartbeatOutput = z.infer<typeof HeartbeatOutput>;

export const CompleteInput = z.strictObject({ outcome: ReportedOutcome });
export type CompleteInput = z.infer<typeof CompleteInput>;

/** What stands in the record: the orchestrator's terminal word wins over the report. */
export const CompleteOutput = z.object({ outcome: Outcome });
export type CompleteOutput = z.infer<typeof CompleteOutput>;

export const IntrospectInput = z.strictObject({ stepToken: z.string().min(1).max(4_096) });
export type IntrospectInput = z.infer<typeof IntrospectInput>;

/** Whose steps may be given out. `active` is false for a lease that has ended, and for a token that proves nothing. */
export const IntrospectOutput = z.discriminatedUnion('active', [
  z.object({ active: z.literal(false) }),
  z.object({
    active: z.literal(true),
    workspaceId: WorkspaceId,
    executionId: ExecutionId,
    jobId: JobId,
    sessionId: SessionId,
    fence: z.int(),
    /** The first beat was accepted: steps may start. */
    started: z.boolean(),
    cancelRequested: z.boolean(),
  }),
]);
export type IntrospectOutput = z.infer<typeof IntrospectOutput>;
