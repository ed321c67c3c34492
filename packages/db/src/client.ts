import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/** int8 comes as a number: the counters in it stay far below 2^53. */
const types = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };

/** Runs prepared statements: the pool, or one transaction of it. */
export type Sql = postgres.ISql<{ bigint: number }>;

/**
 * One pool. `orm` for ordinary reads and writes; `sql` for the statements that must be prepared or lock rows. Both
 * give timestamps as text with microseconds (drizzle sets the client's parsers so).
 */
export type Database = {
  orm: PostgresJsDatabase<typeof schema>;
  sql: Sql;
  /** Waits up to five seconds for what is in flight. */
  close(): Promise<void>;
};

const reconnectSecondsMax = 1;

export type ConnectOptions = { max?: number; applicationName?: string };

/** Opens a pool lazily: nothing is connected before the first statement. */
export function connect(url: string, { max = 10, applicationName = 'berth' }: ConnectOptions = {}): Database {
  const sql = postgres(url, {
    max,
    types,
    onnotice: () => undefined,
    connect_timeout: 10,
    // The driver's own pauses grow to 20 s, for which calls would hang after the database is back.
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, reconnectSecondsMax),
    connection: { application_name: applicationName, TimeZone: 'UTC' },
  });
  return { orm: drizzle(sql, { schema }), sql, close: () => sql.end({ timeout: 5 }) };
}
