import { Role } from '@berth/dto';
import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';
import { provisioners } from './provisioners.ts';

export const credentialKind = pgEnum('credential_kind', [
  'operator',
  'service',
  'registration',
  'ephemeral',
  'bootstrap',
  'control',
  'activation',
  'provisioner',
]);
export const operatorRole = pgEnum('operator_role', Role.enum);

/**
 * Opaque tokens of every kind: only the SHA-256 and a prefix for display are kept. `workspace_ids` null means the
 * whole installation; a registration credential belongs to exactly one workspace.
 */
export const credentials = pgTable(
  'credentials',
  {
    id: uuid('id').primaryKey(),
    kind: credentialKind('kind').notNull(),
    hash: bytes('hash').notNull().unique('credentials_hash'),
    prefix: text('prefix').notNull(),
    name: text('name').notNull(),
    role: operatorRole('role'),
    workspaceIds: uuid('workspace_ids').array(),
    provisionerId: uuid('provisioner_id').references(() => provisioners.id),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    consumedAt: instant('consumed_at'),
  },
  (t) => [
    check('credentials_hash_is_sha256', sql`length(${t.hash}) = 32`),
    check('credentials_role', sql`(${t.kind} = 'operator') = (${t.role} is not null)`),
    check(
      'credentials_registration_workspace',
      sql`${t.kind} <> 'registration' or (${t.workspaceIds} is not null and cardinality(${t.workspaceIds}) = 1)`,
    ),
    check('credentials_workspaces_not_empty', sql`${t.workspaceIds} is null or cardinality(${t.workspaceIds}) > 0`),
    index('credentials_kind').on(t.kind, t.createdAt),
  ],
);
