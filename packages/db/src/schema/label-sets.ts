import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { counter } from './columns.ts';

/**
 * Label sets, interned per workspace. `anchor` is the set's rarest label when it was interned: a session finds the
 * sets it satisfies through the anchors it offers, at a cost that does not grow with the others. Queue entries refer
 * to a set without a foreign key: its share lock on a row that every enqueue of a set uses would be a hot one.
 */
export const labelSets = pgTable(
  'label_sets',
  {
    id: counter('id').primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: uuid('workspace_id').notNull(),
    labels: text('labels').array().notNull(),
    anchor: text('anchor').notNull(),
  },
  (t) => [
    unique('label_sets_labels').on(t.workspaceId, t.labels),
    index('label_sets_anchor').on(t.workspaceId, t.anchor),
    check('label_sets_anchor_is_member', sql`${t.anchor} = any(${t.labels})`),
  ],
);
