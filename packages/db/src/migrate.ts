import { fileURLToPath } from 'node:url';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import { connect } from './client.ts';
import { takeMigrationLock } from './locks/advisory.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** PostgreSQL 15 is the oldest that Berth runs on. */
const serverVersionMin = 150_000;

/**
 * Brings the database up to date, forward only. Processes that start together take turns by a lock, and the later
 * ones find nothing left to do.
 *
 * @throws when the server is older than PostgreSQL 15, or a statement fails (each migration is one transaction).
 */
export async function migrate(url: string): Promise<void> {
  // One connection: the lock belongs to it and must last for the whole run.
  const database = connect(url, { max: 1, applicationName: 'berth-migrate' });
  try {
    const [server] = await database.sql<{ version: number }[]>`
      select current_setting('server_version_num')::int as version`;
    if (!server || server.version < serverVersionMin)
      throw new Error(
        `PostgreSQL 15 or newer is needed, this server is ${Math.floor((server?.version ?? 0) / 10_000)}`,
      );
    await takeMigrationLock(database.sql);
    await applyMigrations(database.orm, { migrationsFolder });
  } finally {
    await database.close();
  }
}
