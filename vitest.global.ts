import { migrate } from './packages/db/src/index.ts';
import { openTestServer } from './tooling/src/tests/test-server.ts';

/** One PostgreSQL for the whole run, with one migrated template that every test process clones. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await openTestServer(migrate);
  process.env.TEST_DATABASE_URL = server.url;
  return server.close;
}
