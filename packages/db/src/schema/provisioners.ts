import { sql } from 'drizzle-orm';
import { check, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

export const provisionerScope = pgEnum('provisioner_scope', ['workspace', 'installation']);

/** Autoscalers. Their tokens are credentials, which rotate beside them. */
export const provisioners = pgTable(
  'provisioners',
  {
    id: uuid('id').primaryKey(),
    scope: provisionerScope('scope').notNull(),
    workspaceId: uuid('workspace_id').references(() => workspaces.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    check('provisioners_scope', sql`(${t.scope} = 'workspace') = (${t.workspaceId} is not null)`),
    uniqueIndex('provisioners_name').on(
      sql`coalesce(${t.workspaceId}, '00000000-0000-0000-0000-000000000000')`,
      t.name,
    ),
  ],
);
