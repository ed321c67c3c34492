import { sql } from 'drizzle-orm';
import { check, index, pgSequence, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { counter, instant } from './columns.ts';

/**
 * One row per running execution; deleted when it ends. The beat columns stand in no index and no index's predicate,
 * and the page keeps room, so that a beat is a heap-only update. `label_set_id`, `priority`, `queued_at` and `seq`
 * are the execution's place in the queue, for a requeue.
 */
export const leases = pgTable(
  'leases',
  {
    workspaceId: uuid('workspace_id').notNull(),
    executionId: uuid('execution_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    fence: counter('fence').notNull(),
    requestId: uuid('request_id').notNull(),
    provisionerId: uuid('provisioner_id'),
    providerRunnerId: text('provider_runner_id'),
    labelSetId: counter('label_set_id').notNull(),
    priority: smallint('priority').notNull(),
    queuedAt: instant('queued_at').notNull(),
    seq: counter('seq').notNull(),
    /** When the queue entry would have expired; a requeue keeps it. */
    queueExpiresAt: instant('queue_expires_at'),
    /** This claim included. */
    starts: smallint('starts').notNull(),
    runnerLabels: text('runner_labels').array().notNull(),
    startedAt: instant('started_at').notNull().default(sql`now()`),
    firstHeartbeatAt: instant('first_heartbeat_at'),
    lastHeartbeatAt: instant('last_heartbeat_at').notNull().default(sql`now()`),
    cancellationRequestedAt: instant('cancellation_requested_at'),
  },
  (t) => [
    primaryKey({ name: 'leases_pkey', columns: [t.workspaceId, t.executionId] }),
    check('leases_provider_link', sql`(${t.provisionerId} is null) = (${t.providerRunnerId} is null)`),
    index('leases_session').on(t.sessionId),
  ],
);

/** Fences: drawn after the lock wait, one by one (cache 1), so that they rise in the order of the claims. */
export const leaseFence = pgSequence('lease_fence', { startWith: 1, increment: 1, cache: 1 });
