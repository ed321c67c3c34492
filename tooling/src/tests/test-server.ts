import { join } from 'node:path';
import postgres from 'postgres';
import { cacheDir } from '../paths.ts';
import { startPostgres } from '../postgres/server.ts';

/** The database that every test process clones. */
const template = 'berth_template';

export type TestServer = {
  /** Connects as a role that may create databases. */
  url: string;
  close(): Promise<void>;
};

/**
 * A PostgreSQL for one test run: the one TEST_DATABASE_URL names, else one of our own in a folder that goes when the
 * run ends. It holds the template database, migrated by `migrate`.
 */
export async function openTestServer(migrate: (url: string) => Promise<void>): Promise<TestServer> {
  const external = process.env.TEST_DATABASE_URL;
  const server = external ? { url: external, close: async () => dropTemplate(external) } : await ownServer();
  try {
    await dropTemplate(server.url);
    await execute(server.url, `create database ${template}`);
    await migrate(databaseUrl(server.url, template));
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** A folder for each run, so that two runs in one checkout do not meet. */
async function ownServer(): Promise<TestServer> {
  const server = await startPostgres({ dir: join(cacheDir, `postgres-${process.pid}`), durable: false });
  return { url: server.url, close: async () => server.stop() };
}

function dropTemplate(url: string): Promise<void> {
  return execute(url, `drop database if exists ${template} with (force)`);
}

/** The same server and role, another database. */
function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function execute(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
