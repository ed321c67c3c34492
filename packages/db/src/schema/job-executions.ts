import { Outcome, ReportedOutcome } from '@berth/dto';
import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { counter, instant } from './columns.ts';

export const executionOutcome = pgEnum('execution_outcome', Outcome.enum);
export const reportedOutcome = pgEnum('reported_outcome', ReportedOutcome.enum);

/**
 * The permanent record of an execution, inserted when it is queued. Its only later changes are the orchestrator's
 * terminal word and the end, set once. It is what a replay meets. `queued_at` null marks a tombstone: terminated
 * before its `queued` fact arrived. A claim never scans this table.
 */
export const jobExecutions = pgTable(
  'job_executions',
  {
    workspaceId: uuid('workspace_id').notNull(),
    executionId: uuid('execution_id').notNull(),
    jobId: uuid('job_id'),
    workflowRunId: uuid('workflow_run_id'),
    workflowRunAttemptId: uuid('workflow_run_attempt_id'),
    projectId: uuid('project_id'),
    labels: text('labels').array(),
    priority: smallint('priority').notNull().default(0),
    queuedAt: instant('queued_at'),
    /** The `queuedAt` that was sent, when it was taken as sent; a replay is compared with this. */
    sentQueuedAt: instant('sent_queued_at'),
    maxStarts: smallint('max_starts').notNull().default(1),
    queueTimeoutSeconds: integer('queue_timeout_seconds'),
    recordedAt: instant('recorded_at').notNull().default(sql`now()`),
    terminatedAs: reportedOutcome('terminated_as'),
    terminatedAt: instant('terminated_at'),
    reportedOutcome: reportedOutcome('reported_outcome'),
    outcome: executionOutcome('outcome'),
    finishedAt: instant('finished_at'),
    finishedSessionId: uuid('finished_session_id'),
    finishedFence: counter('finished_fence'),
  },
  (t) => [
    primaryKey({ name: 'job_executions_pkey', columns: [t.workspaceId, t.executionId] }),
    check('job_executions_finished', sql`(${t.outcome} is null) = (${t.finishedAt} is null)`),
    check('job_executions_terminated', sql`(${t.terminatedAs} is null) = (${t.terminatedAt} is null)`),
    check(
      'job_executions_tombstone',
      sql`case when ${t.queuedAt} is null then ${t.finishedAt} is not null and ${t.terminatedAs} is not null
          else ${t.labels} is not null and ${t.jobId} is not null and ${t.workflowRunId} is not null
               and ${t.workflowRunAttemptId} is not null and ${t.projectId} is not null end`,
    ),
    check(
      'job_executions_finisher',
      sql`(${t.finishedSessionId} is null) = (${t.finishedFence} is null) and (${t.finishedFence} is null or ${t.finishedAt} is not null)`,
    ),
    index('job_executions_recorded').on(t.recordedAt.desc().nullsFirst(), t.executionId.desc().nullsFirst()),
    index('job_executions_workspace_recorded').on(
      t.workspaceId,
      t.recordedAt.desc().nullsFirst(),
      t.executionId.desc().nullsFirst(),
    ),
    index('job_executions_finished_at').on(t.finishedAt).where(sql`${t.finishedAt} is not null`),
    index('job_executions_job').on(t.workspaceId, t.jobId),
    index('job_executions_run').on(t.workspaceId, t.workflowRunId),
  ],
);

/** One row per queued execution; deleted when it is claimed. Hot and narrow: see the storage settings in the migrations. */
export const queueEntries = pgTable(
  'queue_entries',
  {
    workspaceId: uuid('workspace_id').notNull(),
    executionId: uuid('execution_id').notNull(),
    labelSetId: counter('label_set_id').notNull(),
    priority: smallint('priority').notNull(),
    queuedAt: instant('queued_at').notNull(),
    /** Order of insertion: the tie-break after `queued_at`, kept over a requeue. */
    seq: counter('seq').notNull(),
    /** Claims used up without a first beat. */
    starts: smallint('starts').notNull().default(0),
    /** Null: it may wait for ever. */
    expiresAt: instant('expires_at'),
  },
  (t) => [
    primaryKey({ name: 'queue_entries_pkey', columns: [t.workspaceId, t.executionId] }),
    foreignKey({
      name: 'queue_entries_execution',
      columns: [t.workspaceId, t.executionId],
      foreignColumns: [jobExecutions.workspaceId, jobExecutions.executionId],
    }),
    // Nulls first, although there are none: that is what `order by priority desc` asks for, and an index in another
    // order cannot serve it.
    index('queue_entries_head').on(t.labelSetId, t.priority.desc().nullsFirst(), t.queuedAt, t.seq),
    index('queue_entries_oldest').on(t.workspaceId, t.queuedAt),
    index('queue_entries_expiring').on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
  ],
);

/** The order of insertion into the queue. */
export const queueEntrySeq = pgSequence('queue_entry_seq', { startWith: 1, increment: 1, cache: 1 });
