import type { CredentialKind, Role } from '@berth/dto';
import type { Database, Sql } from '../client.ts';
import type { credentials } from '../schema/index.ts';

type CredentialRow = typeof credentials.$inferSelect;

export type NewCredential = {
  id: string;
  kind: CredentialKind;
  hash: Uint8Array;
  prefix: string;
  name: string;
  role: Role | null;
  workspaceIds: readonly string[] | null;
  createdBy: string | null;
  ttlSeconds: number | null;
};

/** Keeps a credential; when it expires is reckoned by the database's clock. */
export async function insertCredential(sql: Sql, credential: NewCredential): Promise<void> {
  const { id, kind, hash, prefix, name, role, workspaceIds, createdBy, ttlSeconds } = credential;
  await sql`
    insert into credentials (id, kind, hash, prefix, name, role, workspace_ids, created_by, expires_at)
    values (${id}, ${kind}, ${Buffer.from(hash)}, ${prefix}, ${name}, ${role},
      ${workspaceIds === null ? null : [...workspaceIds]}::uuid[], ${createdBy},
      now() + make_interval(secs => ${ttlSeconds}::float8))`;
}

/** `expired` is judged by the database's clock. */
export type FoundCredential = {
  id: string;
  kind: CredentialRow['kind'];
  name: string;
  role: CredentialRow['role'];
  workspace_ids: string[] | null;
  expired: boolean;
  revoked: boolean;
};

const selectCredential = (sql: Sql) => sql`
  select id, kind, name, role, workspace_ids, coalesce(expires_at <= now(), false) as expired,
    revoked_at is not null as revoked
  from credentials`;

export async function findCredentialByHash({ sql }: Database, hash: Uint8Array): Promise<FoundCredential | undefined> {
  const [row] = await sql<FoundCredential[]>`${selectCredential(sql)} where hash = ${Buffer.from(hash)}`;
  return row;
}

export async function findCredentialById({ sql }: Database, id: string): Promise<FoundCredential | undefined> {
  const [row] = await sql<FoundCredential[]>`${selectCredential(sql)} where id = ${id}`;
  return row;
}

export type ListedCredential = {
  id: string;
  kind: CredentialRow['kind'];
  prefix: string;
  name: string;
  role: CredentialRow['role'];
  workspace_ids: string[] | null;
  created_at: string;
  expires_at: string | null;
};

/**
 * Usable credentials of a kind, neither revoked nor expired, the newest first; with a scope, only those that may act
 * for nothing outside it. Never a hash.
 */
export function listUsableCredentials(sql: Sql, kind: CredentialKind, scope: readonly string[] | null) {
  return sql<ListedCredential[]>`
    select id, kind, prefix, name, role, workspace_ids, created_at, expires_at from credentials
    where kind = ${kind} and revoked_at is null and (expires_at is null or expires_at > now())
      and (${scope === null} or workspace_ids <@ ${scope === null ? [] : [...scope]}::uuid[])
    order by created_at desc, id desc limit 1000`;
}

/** Revokes a credential within a scope; the first time stands. Answers when, or undefined for one that is not there. */
export async function revokeCredential(sql: Sql, id: string, scope: readonly string[] | null) {
  const [row] = await sql<{ revoked_at: string }[]>`
    update credentials set revoked_at = coalesce(revoked_at, now())
    where id = ${id} and (${scope === null} or workspace_ids <@ ${scope === null ? [] : [...scope]}::uuid[])
    returning revoked_at`;
  return row?.revoked_at;
}
