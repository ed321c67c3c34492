import { type ExecutionRow, iso, isoOrNull } from '@berth/db';
import { type ExecutionState, ExecutionView } from '@berth/dto';

/** A row of an execution with its lease as operators and orchestrators see it. */
export function toExecutionView(row: ExecutionRow): ExecutionView {
  return ExecutionView.parse({
    workspaceId: row.workspace_id,
    executionId: row.execution_id,
    jobId: row.job_id,
    workflowRunId: row.workflow_run_id,
    workflowRunAttemptId: row.workflow_run_attempt_id,
    projectId: row.project_id,
    labels: row.labels,
    priority: row.priority,
    state: stateOf(row),
    outcome: row.outcome,
    reportedOutcome: row.reported_outcome,
    terminatedAs: row.terminated_as,
    queuedAt: isoOrNull(row.queued_at),
    recordedAt: iso(row.recorded_at),
    finishedAt: isoOrNull(row.finished_at),
    lease: leaseOf(row),
  });
}

function stateOf(row: ExecutionRow): ExecutionState {
  if (row.finished_at !== null) return 'finished';
  return row.lease_session_id !== null ? 'running' : 'queued';
}

function leaseOf(row: ExecutionRow) {
  if (row.lease_session_id === null) return null;
  return {
    sessionId: row.lease_session_id,
    sessionName: row.lease_session_name,
    runnerLabels: row.lease_runner_labels,
    fence: row.lease_fence,
    startedAt: isoOrNull(row.lease_started_at),
    firstHeartbeatAt: isoOrNull(row.lease_first_heartbeat_at),
    lastHeartbeatAt: isoOrNull(row.lease_last_heartbeat_at),
    secondsLeft: row.lease_seconds_left,
    cancellationRequestedAt: isoOrNull(row.lease_cancellation_requested_at),
  };
}
