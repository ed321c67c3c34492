import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { counter, instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/**
 * What grants nothing: a workspace, or one of its label sets. A claim reads this table in its statement, so a pause
 * holds for every claim begun after its commit. One per scope; past its `until` it counts for nothing.
 */
export const pauses = pgTable(
  'pauses',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    /** Null: the whole workspace. */
    labelSetId: counter('label_set_id'),
    note: text('note').notNull(),
    operator: text('operator').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    until: instant('until'),
  },
  (t) => [uniqueIndex('pauses_scope').on(t.workspaceId, sql`coalesce(${t.labelSetId}, 0)`)],
);
