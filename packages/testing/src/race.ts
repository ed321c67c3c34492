import { clientOf, type Database } from '@berth/db';
import postgres from 'postgres';
import { until } from './until.ts';

export type RaceResult<H, R> = {
  /** The rival stood in the queue for a lock until the holder let go. */
  waited: boolean;
  holder: PromiseSettledResult<H>;
  rival: PromiseSettledResult<R>;
};

export type Race<H, R> = {
  database: Database & { url: string };
  /** Runs on a database whose commits wait for the referee. */
  holder(database: Database): Promise<H>;
  rival(): Promise<R>;
};

/**
 * Lets `holder` do all its work and stop before its commit; starts `rival`; sees whether it waits for a lock or goes
 * through; then lets the holder commit. Says who waited, and how both ended.
 */
export async function race<H, R>({ database, holder, rival }: Race<H, R>): Promise<RaceResult<H, R>> {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const held = holder(holdCommits(database, reached.resolve, gate.promise));
  await Promise.race([reached.promise, held]);

  let rivalDone = false;
  const rivals = rival().finally(() => {
    rivalDone = true;
  });
  rivals.catch(() => undefined);
  const waited = await watch(database.url, async (isAnyoneWaiting) =>
    until('the rival to wait or to finish', async () =>
      rivalDone ? { waited: false } : (await isAnyoneWaiting()) && { waited: true },
    ),
  );
  gate.resolve();
  const [holderResult, rivalResult] = await Promise.allSettled([held, rivals]);
  return { waited: waited.waited, holder: holderResult, rival: rivalResult };
}

/** The same database, but a transaction that has done its work tells so and waits for the gate before it commits. */
function holdCommits(database: Database, reached: () => void, gate: Promise<void>): Database {
  const { orm } = database;
  const held: Database['orm'] = Object.create(orm, {
    transaction: {
      value: (work: Parameters<typeof orm.transaction>[0]) =>
        orm.transaction(async (tx) => {
          const result = await work(tx);
          reached();
          await gate;
          return result;
        }),
    },
  });
  return { ...database, orm: held };
}

/**
 * Runs `statement` inside an open transaction that commits once `held` says so: for operations that are one statement
 * and open no transaction of their own.
 */
export function inOpenTransaction<T>(held: Database, work: (database: Database) => Promise<T>): Promise<T> {
  return held.orm.transaction((orm) => work({ ...held, sql: clientOf(orm) }));
}

async function watch<T>(url: string, work: (isAnyoneWaiting: () => Promise<boolean>) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(async () => {
      const rows = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
      return rows.length > 0;
    });
  } finally {
    await sql.end();
  }
}
