import { readdirSync, readFileSync } from 'node:fs';
import { connect, migrate } from '@berth/db';
import * as schema from '@berth/db/schema';
import { cloneDatabase, until } from '@berth/testing';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { describeSchema } from './support/describe-schema.ts';
import { emptyDatabase } from './support/empty-database.ts';

const migrationsFolder = new URL('../migrations/', import.meta.url);

test('a migrated database equals one made afresh from the schema', async () => {
  await using fresh = await emptyDatabase();
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  for (const statement of statements) await fresh.sql.unsafe(statement);
  const migrated = await cloneDatabase();
  try {
    expect(await describeSchema(migrated.sql)).toEqual(await describeSchema(fresh.sql));
  } finally {
    await migrated.drop();
  }
});

test('processes that migrate at once take turns, and a second run finds nothing to do', async () => {
  await using database = await emptyDatabase();
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  await migrate(database.url);
  const files = readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql'));
  const applied = await database.sql`select hash from drizzle.__drizzle_migrations`;
  expect(applied).toHaveLength(files.length);
});

test('a migration waits for one that is running', async () => {
  await using database = await emptyDatabase();
  const running = connect(database.url, { max: 1 });
  await running.sql`select pg_advisory_lock(hashtextextended('berth:migrate', 0))`;
  const waiting = migrate(database.url);
  await until('the migration to wait for the lock', async () => {
    const rows = await database.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'berth-migrate' and wait_event_type = 'Lock'`;
    return rows.length > 0;
  });
  await running.close();
  await waiting;
});

test('the hot tables keep their storage settings', async () => {
  const database = await cloneDatabase();
  const rows = await database.sql<{ relname: string; reloptions: string[] }[]>`
    select relname, reloptions from pg_class where relname in ('leases', 'queue_entries') order by relname`;
  expect(rows.map(({ relname }) => relname)).toEqual(['leases', 'queue_entries']);
  expect(rows[0]?.reloptions).toContain('fillfactor=60');
  for (const { reloptions } of rows) expect(reloptions).toContain('vacuum_truncate=off');
  await database.drop();
});

test('no index, nor an index predicate, holds a column that a beat changes', async () => {
  const database = await cloneDatabase();
  const rows = await database.sql<{ indexdef: string }[]>`select indexdef from pg_indexes where tablename = 'leases'`;
  for (const { indexdef } of rows) expect(indexdef).not.toMatch(/heartbeat/);
  await database.drop();
});

test('migrations are forward only: none drops a table or a column', () => {
  for (const file of readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')))
    expect(readFileSync(new URL(file, migrationsFolder), 'utf8')).not.toMatch(/drop (table|column)/i);
});
