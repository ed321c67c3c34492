import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/** int8 comes as a number: the counters in it stay far below 2^53. */
const types = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };

export type Sql = postgres.Sql<{ bigint: number }>;

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

export type ConnectOptions = { max?: number; applicationName?: string };

/** Opens a pool lazily: nothing is connected before the first statement. */
export function connect(url: string, { max = 10, applicationName = 'berth' }: ConnectOptions = {}): Database {
  const sql: Sql = postgres(url, {
    max,
    types,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: applicationName, TimeZone: 'UTC' },
  });
  return { orm: drizzle(sql, { schema }), sql, close: () => sql.end({ timeout: 5 }) };
}
