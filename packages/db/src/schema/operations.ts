import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row per operator command, written in its transaction. The key makes a repeat answer what the first one did. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    credentialId: uuid('credential_id').notNull(),
    operator: text('operator').notNull(),
    idempotencyKey: uuid('idempotency_key').notNull(),
    workspaceId: uuid('workspace_id'),
    action: text('action').notNull(),
    target: text('target').notNull(),
    reason: text('reason').notNull(),
    result: jsonb('result'),
    recordedAt: instant('recorded_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('audit_entries_key').on(t.credentialId, t.idempotencyKey),
    index('audit_entries_recorded').on(t.recordedAt, t.id),
  ],
);

/** The last run of each maintenance loop, whichever process ran it. */
export const maintenanceLoops = pgTable('maintenance_loops', {
  name: text('name').primaryKey(),
  intervalSeconds: doublePrecision('interval_seconds').notNull(),
  lastStartedAt: instant('last_started_at'),
  lastSuccessAt: instant('last_success_at'),
  lastError: text('last_error'),
  lastErrorAt: instant('last_error_at'),
});

/** Is anybody home: one row that every api process beats. The beat that finds a gap grants an amnesty to leases. */
export const controlPlanePulse = pgTable(
  'control_plane_pulse',
  {
    id: smallint('id').primaryKey().default(1),
    beatAt: instant('beat_at').notNull(),
    postmasterStartedAt: instant('postmaster_started_at').notNull(),
    amnestyUntil: instant('amnesty_until'),
    /** The amnesty given since `window_started_at`, which is bounded per hour. */
    windowStartedAt: instant('window_started_at').notNull(),
    amnestySeconds: integer('amnesty_seconds').notNull().default(0),
  },
  (t) => [check('control_plane_pulse_single', sql`${t.id} = 1`)],
);
