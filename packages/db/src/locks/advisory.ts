import type { Sql } from '../client.ts';
import type { Tx } from '../transaction.ts';

/** Held by a session, so that it spans the transactions of all migrations; ends with the connection. */
export async function takeMigrationLock(sql: Sql): Promise<void> {
  await sql`select pg_advisory_lock(hashtextextended('berth:migrate', 0))`;
}

/** True for the one transaction that may give positions now; the others leave it to that one. */
export async function trySequencerLock(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('berth:sequencer', 0)) as taken`;
  return row?.taken === true;
}
