import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { provisioners } from './provisioners.ts';
import { workspaces } from './workspaces.ts';

export const sessionKind = pgEnum('session_kind', ['manual', 'ephemeral', 'activation']);

/**
 * Registered runner processes. Caps, counters and the last request id stand on the row that a claim locks, so that
 * they are read and changed under that lock.
 */
export const runnerSessions = pgTable(
  'runner_sessions',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    kind: sessionKind('kind').notNull(),
    credentialId: uuid('credential_id').notNull(),
    provisionerId: uuid('provisioner_id').references(() => provisioners.id),
    providerRunnerId: text('provider_runner_id'),
    runnerInstanceId: uuid('runner_instance_id'),
    name: text('name'),
    labels: text('labels').array().notNull(),
    toolCapabilities: jsonb('tool_capabilities'),
    capabilitiesReportedAt: instant('capabilities_reported_at'),
    maxClaims: integer('max_claims'),
    claimsUsed: integer('claims_used').notNull().default(0),
    maxConcurrent: integer('max_concurrent'),
    leasesOpen: integer('leases_open').notNull().default(0),
    lastRequestId: uuid('last_request_id'),
    revokedAt: instant('revoked_at'),
    drainingAt: instant('draining_at'),
    closedAt: instant('closed_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    lastSeenAt: instant('last_seen_at').notNull().default(sql`now()`),
  },
  (t) => [
    check(
      'runner_sessions_claims',
      sql`${t.claimsUsed} >= 0 and case ${t.kind} when 'manual' then ${t.maxClaims} is null
          else ${t.maxClaims} is not null and ${t.maxClaims} > 0 and ${t.claimsUsed} <= ${t.maxClaims} end`,
    ),
    check(
      'runner_sessions_concurrency',
      sql`${t.leasesOpen} >= 0 and (${t.maxConcurrent} is null or (${t.maxConcurrent} > 0 and ${t.leasesOpen} <= ${t.maxConcurrent}))`,
    ),
    check(
      'runner_sessions_link',
      sql`case ${t.kind}
          when 'manual' then ${t.provisionerId} is null and ${t.providerRunnerId} is null and ${t.runnerInstanceId} is null
          when 'ephemeral' then ${t.provisionerId} is not null and ${t.providerRunnerId} is not null and ${t.runnerInstanceId} is null
          else ${t.provisionerId} is not null and ${t.providerRunnerId} is not null and ${t.runnerInstanceId} is not null end`,
    ),
    check('runner_sessions_capabilities', sql`(${t.toolCapabilities} is null) = (${t.capabilitiesReportedAt} is null)`),
    check('runner_sessions_labels', sql`cardinality(${t.labels}) > 0`),
    index('runner_sessions_retention').on(t.kind, t.createdAt, t.id),
    index('runner_sessions_workspace').on(t.workspaceId, t.createdAt),
  ],
);
