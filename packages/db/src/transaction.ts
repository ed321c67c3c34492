import { type PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import type { Database } from './client.ts';
import { type Ladder, newLadder } from './locks/ladder.ts';
import type * as schema from './schema/index.ts';
import { isTransient } from './sqlstate.ts';

type Orm = Parameters<Parameters<PostgresJsDatabase<typeof schema>['transaction']>[0]>[0];

/** One open transaction, by both of its doors, with the locks it holds and its start by the database's clock. */
export type Tx = {
  orm: Orm;
  sql: postgres.TransactionSql<{ bigint: number }>;
  ladder: Ladder;
  /** `now()` of the transaction: RFC 3339, microseconds. */
  now: string;
};

const lockTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
const attemptsMax = 5;

/**
 * Runs `work` in one READ COMMITTED transaction, with its timeouts set for it alone. Retries what the database
 * itself rolled back (deadlock, serialization, lock timeout) up to five times with a growing, jittered pause; knows
 * nothing else. A lost connection is not retried: whether the commit happened is the caller's question.
 *
 * @throws whatever `work` throws, and the driver's error once the attempts are used up.
 */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.orm.transaction(async (orm) => work(await open(orm)));
    } catch (error) {
      if (attempt >= attemptsMax || !isTransient(error)) throw error;
      await pause(attempt);
    }
  }
}

async function open(orm: Orm): Promise<Tx> {
  const sql = clientOf(orm);
  const [row] = await sql<{ now: string }[]>`
    select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true),
           set_config('statement_timeout', ${`${statementTimeoutMs}ms`}, true),
           to_json(now()) #>> '{}' as now`;
  if (!row) throw new Error('the transaction did not tell its time');
  return { orm, sql, ladder: newLadder(), now: row.now };
}

/** The connection under a drizzle transaction, for prepared statements and row locks. */
export function clientOf(orm: Orm): Tx['sql'] {
  const { session } = orm._;
  if (!(session instanceof PostgresJsSession)) throw new Error('a transaction that does not run on postgres.js');
  return session.client;
}

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
}
