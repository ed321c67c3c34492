import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { counter, instant } from './columns.ts';

/** The event log: written in the transaction of the fact, never changed. */
export const events = pgTable(
  'events',
  {
    id: counter('id').primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: uuid('workspace_id'),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    data: jsonb('data').notNull(),
    recordedAt: instant('recorded_at').notNull().default(sql`now()`),
  },
  (t) => [index('events_subject').on(t.workspaceId, t.subject, t.id)],
);

/**
 * Positions, given after the commit by one sequencer at a time. A table of its own and insert-only: a position
 * column on the log would leave a dead row and a dead index entry behind for each event, and a held snapshot would
 * make the search for events without one walk over them all.
 */
export const eventPositions = pgTable('event_positions', {
  position: counter('position').primaryKey(),
  eventId: counter('event_id').notNull().unique('event_positions_event'),
});

/**
 * The sequencer's own memory. Below `floor_id` every event is positioned and none can still arrive. A mark moves the
 * floor: once no transaction older than `mark_xmax` is open, nothing at or below `mark_id` can commit any more.
 */
export const eventSequencer = pgTable(
  'event_sequencer',
  {
    id: smallint('id').primaryKey().default(1),
    floorId: counter('floor_id').notNull().default(0),
    markId: counter('mark_id'),
    markXmax: text('mark_xmax'),
  },
  (t) => [check('event_sequencer_single', sql`${t.id} = 1`)],
);

/** Durable cursors: everything up to `position` was acknowledged. */
export const subscribers = pgTable('subscribers', {
  name: text('name').primaryKey(),
  credentialId: uuid('credential_id').notNull(),
  position: counter('position').notNull().default(0),
  createdAt: instant('created_at').notNull().default(sql`now()`),
  lastReadAt: instant('last_read_at'),
});
