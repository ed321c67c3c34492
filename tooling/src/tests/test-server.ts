import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { removeCluster } from '../postgres/data-folder.ts';
import { startPostgres } from '../postgres/server.ts';
import { startReaper } from '../processes/reaper.ts';

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
  const home = resolve('.cache', `postgres-${process.pid}`);
  const dir = join(home, 'pg');
  mkdirSync(home, { recursive: true });
  const reaper = startReaper();
  const server = await startPostgres({ dir, durable: false });
  reaper.postgres(server.pid);
  reaper.remove(server.dataDir);
  reaper.remove(home);
  return {
    url: server.url,
    async close() {
      server.stop();
      removeCluster(dir);
      rmSync(home, { recursive: true, force: true });
      reaper.dismiss();
    },
  };
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
