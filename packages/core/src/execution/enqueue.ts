import {
  ensureWorkspace,
  findRecords,
  insertQueueEntries,
  insertRecords,
  inTransaction,
  internLabelSets,
  iso,
  type KnownExecution,
  type NewExecution,
  type Tx,
} from '@berth/db';
import { type EnqueueInput, type EnqueueResult, type ExecutionRequest, ExecutionRequest as Request } from '@berth/dto';
import { requireWorkspace, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { appendFacts } from '../event/append.ts';
import { DomainError } from '../refusal.ts';
import { requireActive } from '../workspace/active.ts';
import { difference, historyDays, isTooOld, type Recorded } from './enqueue.rules.ts';

/**
 * Queues executions, one or many: idempotent by id, each item judged alone, one result per item in the order sent. A
 * replay changes nothing; one that differs is a `conflict`.
 *
 * Locks: none held on entry; inserting a record waits, in id order, for an uncommitted twin (another enqueue or a
 * terminate of the same id) and for whoever is just writing the record of a replayed one. Event: `runners.job.queued`, once per execution.
 *
 * @param input workspace, and 1–1,000 items as they were parsed or found wrong.
 * @throws DomainError `forbidden`, `workspace_inactive`. Items are refused in their result: `invalid_input`, `too_old`,
 *   `conflict`. (ENQ-01…ENQ-16)
 */
export async function enqueueExecutions(
  deps: Deps,
  actor: ServiceActor,
  input: EnqueueInput,
): Promise<EnqueueResult[]> {
  requireWorkspace(actor, input.workspaceId);
  requireActive(await ensureWorkspace(deps.database.sql, input.workspaceId));

  const sound = input.executions.flatMap((item) => (item.ok ? [item.value] : []));
  const verdicts =
    sound.length === 0 ? new Map<ExecutionRequest, EnqueueResult>() : await queue(deps, input.workspaceId, sound);
  deps.signals.raise(`queue:${input.workspaceId}`);
  deps.signals.raise('facts');
  return judgeItems(input, verdicts);
}

async function queue(deps: Deps, workspaceId: string, requests: readonly ExecutionRequest[]) {
  const labelSetId = await internLabelSets(
    deps.database.sql,
    workspaceId,
    requests.map((request) => request.labels),
  );
  return inTransaction(deps.database, async (tx) => {
    const nowMs = Date.parse(tx.now);
    const inTime = requests.filter((request) => !isTooOld(queuedAtMs(request), nowMs));
    const first = new Map<string, ExecutionRequest>();
    for (const request of inTime) if (!first.has(request.executionId)) first.set(request.executionId, request);
    const rows = [...first.values()].map((request) => toRow(request, labelSetId(request.labels)));
    const inserted = new Map(
      (await insertRecords(tx, workspaceId, rows)).map((row) => [row.execution_id, row.queued_at]),
    );
    const queued = rows.filter((row) => inserted.has(row.execution_id));
    await insertQueueEntries(tx, workspaceId, queued);
    await announce(tx, workspaceId, queued, inserted);

    const isNew = (request: ExecutionRequest) =>
      inserted.has(request.executionId) && first.get(request.executionId) === request;
    // A second item of one id is compared with what the first has just put on record.
    const repeated = inTime.filter((request) => !isNew(request)).map((request) => request.executionId);
    const records = new Map((await findRecords(tx, workspaceId, repeated)).map((row) => [row.execution_id, row]));
    const verdicts = new Map<ExecutionRequest, EnqueueResult>();
    for (const request of requests) {
      const record = records.get(request.executionId);
      if (isTooOld(queuedAtMs(request), nowMs)) verdicts.set(request, tooOld(request));
      else if (isNew(request)) verdicts.set(request, verdictOf('queued', request.executionId));
      else if (record) verdicts.set(request, compare(record, request, nowMs));
    }
    return verdicts;
  });
}

function announce(tx: Tx, workspaceId: string, queued: readonly NewExecution[], inserted: Map<string, string>) {
  return appendFacts(
    tx,
    queued.map((row) => ({
      workspaceId,
      type: 'runners.job.queued' as const,
      subject: row.execution_id,
      data: {
        workspaceId,
        executionId: row.execution_id,
        jobId: row.job_id,
        workflowRunId: row.workflow_run_id,
        workflowRunAttemptId: row.workflow_run_attempt_id,
        projectId: row.project_id,
        labels: [...row.labels],
        priority: row.priority,
        queuedAt: iso(inserted.get(row.execution_id) ?? tx.now),
      },
    })),
  );
}

/** The answer follows the items as they were sent. */
function judgeItems(input: EnqueueInput, verdicts: ReadonlyMap<ExecutionRequest, EnqueueResult>): EnqueueResult[] {
  return input.executions.map((item, index) => {
    if (!item.ok)
      return refused(
        idOf(item.sent),
        'invalid_input',
        'the item is not a valid execution',
        prefixed(item.issues, index),
      );
    const { executionId } = item.value;
    const verdict = verdicts.get(item.value);
    if (!verdict) throw new Error(`no verdict on execution ${executionId}`);
    return verdict;
  });
}

function compare(record: KnownExecution, request: ExecutionRequest, nowMs: number): EnqueueResult {
  const field = difference(toRecorded(record), request, nowMs);
  if (field === undefined) return verdictOf('replayed', request.executionId);
  return refused(request.executionId, 'conflict', `the execution is on record with another ${field}`, [
    { path: field, message: 'differs from what was sent before' },
  ]);
}

const queuedAtMs = (request: ExecutionRequest) =>
  request.queuedAt === undefined ? undefined : Date.parse(request.queuedAt);

function toRow(request: ExecutionRequest, labelSetId: number): NewExecution {
  return {
    execution_id: request.executionId,
    job_id: request.jobId,
    workflow_run_id: request.workflowRunId,
    workflow_run_attempt_id: request.workflowRunAttemptId,
    project_id: request.projectId,
    labels: request.labels,
    label_set_id: labelSetId,
    priority: request.priority,
    max_starts: request.maxStarts,
    queue_timeout_seconds: request.queueTimeoutSeconds ?? null,
    queued_at: request.queuedAt ?? null,
  };
}

function toRecorded(record: KnownExecution): Recorded {
  return {
    tombstone: record.queued_at === null,
    jobId: record.job_id,
    workflowRunId: record.workflow_run_id,
    workflowRunAttemptId: record.workflow_run_attempt_id,
    projectId: record.project_id,
    labels: record.labels,
    priority: record.priority,
    maxStarts: record.max_starts,
    queueTimeoutSeconds: record.queue_timeout_seconds,
    sentQueuedAtMs: record.sent_queued_at === null ? null : Date.parse(iso(record.sent_queued_at)),
  };
}

function verdictOf(status: 'queued' | 'replayed', executionId: string): EnqueueResult {
  return { status, executionId: Request.shape.executionId.parse(executionId) };
}

function tooOld(request: ExecutionRequest): EnqueueResult {
  const message = `queuedAt lies more than ${historyDays} days back, beyond the records that recognise a replay`;
  return refused(request.executionId, 'too_old', message, [{ path: 'queuedAt', message }]);
}

function refused(
  executionId: string | null,
  reason: 'invalid_input' | 'too_old' | 'conflict',
  message: string,
  issues?: { path: string; message: string }[],
): EnqueueResult {
  return {
    status: 'refused',
    executionId,
    refusal: new DomainError(reason, message, issues ? { issues } : {}).toRefusal(),
  };
}

const prefixed = (issues: { path: string; message: string }[], index: number) =>
  issues.map(({ path, message }) => ({
    path: ['executions', index, path].filter((part) => part !== '').join('.'),
    message,
  }));

function idOf(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !('executionId' in sent)) return null;
  return typeof sent.executionId === 'string' ? sent.executionId.slice(0, 100) : null;
}
