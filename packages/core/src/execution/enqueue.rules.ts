import type { ExecutionRequest } from '@berth/dto';

/** What is on record, in the words of a request; `queuedAt` null when none was sent or it was clamped. */
export type Recorded = {
  tombstone: boolean;
  jobId: string | null;
  workflowRunId: string | null;
  workflowRunAttemptId: string | null;
  projectId: string | null;
  labels: readonly string[] | null;
  priority: number;
  maxStarts: number;
  queueTimeoutSeconds: number | null;
  sentQueuedAtMs: number | null;
};

/** Days that a `queuedAt` may lie back: the time for which records are kept. */
export const historyDays = 90;
const msPerDay = 86_400_000;

/** A replay is recognised by the record; where records may be gone, it could queue an execution again. */
export function isTooOld(queuedAtMs: number | undefined, nowMs: number): boolean {
  return queuedAtMs !== undefined && queuedAtMs < nowMs - historyDays * msPerDay;
}

/**
 * The first field in which a replay differs from what was sent before, or undefined when it is the same request. A
 * tombstone agrees with everything; a `queuedAt` that is absent, or lay in the future, never differs. (ENQ-06, ENQ-08)
 */
export function difference(recorded: Recorded, request: ExecutionRequest, nowMs: number): string | undefined {
  if (recorded.tombstone) return undefined;
  if (recorded.jobId !== request.jobId) return 'jobId';
  if (recorded.workflowRunId !== request.workflowRunId) return 'workflowRunId';
  if (recorded.workflowRunAttemptId !== request.workflowRunAttemptId) return 'workflowRunAttemptId';
  if (recorded.projectId !== request.projectId) return 'projectId';
  if (recorded.labels?.join(' ') !== request.labels.join(' ')) return 'labels';
  if (recorded.priority !== request.priority) return 'priority';
  if (recorded.maxStarts !== request.maxStarts) return 'maxStarts';
  if (recorded.queueTimeoutSeconds !== (request.queueTimeoutSeconds ?? null)) return 'queueTimeoutSeconds';
  const queuedAtMs = request.queuedAt === undefined ? null : Date.parse(request.queuedAt);
  const comparable = queuedAtMs !== null && queuedAtMs <= nowMs && recorded.sentQueuedAtMs !== null;
  return comparable && recorded.sentQueuedAtMs !== queuedAtMs ? 'queuedAt' : undefined;
}
