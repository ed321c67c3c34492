import { connect, type Database } from '@berth/db';

/** A database with nothing in it, on the run's PostgreSQL; dropped when it goes out of scope. */
export async function emptyDatabase(): Promise<Database & { url: string } & AsyncDisposable> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests by npm test');
  const name = `berth_t_empty_${process.hrtime.bigint()}`;
  const server = connect(serverUrl, { max: 1 });
  await server.sql.unsafe(`create database ${name}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const database = connect(url, { max: 4 });
  return {
    ...database,
    url,
    async [Symbol.asyncDispose]() {
      await database.close();
      await server.sql.unsafe(`drop database if exists ${name} with (force)`);
      await server.close();
    },
  };
}
