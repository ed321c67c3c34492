import { sql } from 'drizzle-orm';
import { pgEnum, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const workspaceStatus = pgEnum('workspace_status', ['active', 'suspended', 'deleted']);

/** Tenants. An unknown one is made, active, when a service credential that may act for it first does so. */
export const workspaces = pgTable('workspaces', {
  id: uuid('id').primaryKey(),
  status: workspaceStatus('status').notNull().default('active'),
  createdAt: instant('created_at').notNull().default(sql`now()`),
});
