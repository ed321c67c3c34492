import { connect, type Database } from '@berth/db';
import postgres from 'postgres';
import { uuidv7 } from 'uuidv7';

/** Migrated once for a whole test run; every database of a test is a clone of it. */
const template = 'berth_template';

export type TestDatabase = Database & { url: string; drop(): Promise<void> };

/**
 * A database of one's own, cloned from the template of the run's PostgreSQL.
 *
 * @throws when TEST_DATABASE_URL is not set: the test runner starts the server and sets it.
 */
export async function cloneDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests by npm test');
  const name = `berth_t_${uuidv7().replaceAll('-', '')}`;
  await onServer(serverUrl, (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const database = connect(url, { max: 20, applicationName: 'berth-test' });
  return {
    ...database,
    url,
    async drop() {
      await database.close();
      await onServer(serverUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
