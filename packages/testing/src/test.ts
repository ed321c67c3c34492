import { test as base, expect } from 'vitest';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { findBrokenInvariants } from './invariants.ts';
import { createWorld, type World } from './world.ts';

/**
 * A test on the real database. `world` is a tenant of the test's own in the database of its worker; `lonelyWorld` has
 * a database of its own, for what looks at all tenants: expiry, positions, the overview. When the test ends, every
 * invariant must hold.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from this pattern which fixtures are needed
  .extend('workerDatabase', { scope: 'worker' }, async ({}, { onCleanup }): Promise<TestDatabase> => {
    const database = await cloneDatabase();
    onCleanup(() => database.close());
    return database;
  })
  .extend('world', async ({ workerDatabase }, { onCleanup }): Promise<World> => {
    onCleanup(() => expectInvariants(workerDatabase));
    return createWorld(workerDatabase);
  })
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from this pattern which fixtures are needed
  .extend('lonelyWorld', async ({}, { onCleanup }): Promise<World> => {
    const database = await cloneDatabase();
    onCleanup(async () => {
      try {
        await expectInvariants(database);
      } finally {
        await database.drop();
      }
    });
    return createWorld(database);
  });

async function expectInvariants(database: TestDatabase): Promise<void> {
  expect(await findBrokenInvariants(database)).toEqual([]);
}
