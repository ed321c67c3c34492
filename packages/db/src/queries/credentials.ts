import { eq } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { credentials } from '../schema/index.ts';

export type CredentialRow = typeof credentials.$inferSelect;
export type NewCredential = typeof credentials.$inferInsert;

export async function insertCredential(database: Database, credential: NewCredential, ttlSeconds: number | undefined) {
  await database.orm.insert(credentials).values(credential);
  if (ttlSeconds !== undefined)
    await database.sql`
      update credentials set expires_at = created_at + make_interval(secs => ${ttlSeconds}::float8)
      where id = ${credential.id}`;
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

export async function findCredentialByHash({ sql }: Database, hash: Uint8Array): Promise<FoundCredential | undefined> {
  const [row] = await sql<FoundCredential[]>`
    select id, kind, name, role, workspace_ids, coalesce(expires_at <= now(), false) as expired,
      revoked_at is not null as revoked
    from credentials where hash = ${Buffer.from(hash)}`;
  return row;
}

export async function findCredentialById({ sql }: Database, id: string): Promise<FoundCredential | undefined> {
  const [row] = await sql<FoundCredential[]>`
    select id, kind, name, role, workspace_ids, coalesce(expires_at <= now(), false) as expired,
      revoked_at is not null as revoked
    from credentials where id = ${id}`;
  return row;
}

/** The first revocation's time stays. False when there is no such credential. */
export async function revokeCredential(database: Database, id: string): Promise<boolean> {
  const rows = await database.sql`
    update credentials set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`;
  return rows.length > 0;
}

export async function credentialExists(database: Database, id: string): Promise<boolean> {
  const rows = await database.orm
    .select({ id: credentials.id })
    .from(credentials)
    .where(eq(credentials.id, id))
    .limit(1);
  return rows.length > 0;
}
