import { inTransaction, isConnectionLost, LockOrderError, lock } from '@berth/db';
import { executions, test, until } from '@berth/testing';
import { describe, expect } from 'vitest';

describe('inTransaction', () => {
  test('runs again what the database rolled back as a deadlock, until both are through', async ({ world }) => {
    const [one, other] = [await executions.queued(world), await executions.queued(world)];
    const { sql: outside } = world.database;
    const touch = (first: string, second: string, met: PromiseWithResolvers<void>, theirs: Promise<void>) => {
      let attempts = 0;
      return inTransaction(world.database, async (tx) => {
        attempts++;
        await tx.sql`update job_executions set priority = priority where execution_id = ${first}`;
        met.resolve();
        await theirs;
        await tx.sql`update job_executions set priority = priority where execution_id = ${second}`;
        return attempts;
      });
    };
    const [here, there] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const attempts = await Promise.all([
      touch(one, other, here, there.promise),
      touch(other, one, there, here.promise),
    ]);
    // The victim may meet the survivor once more before it gets through.
    const [survivor, victim] = attempts.toSorted();
    expect(survivor).toBe(1);
    expect(victim).toBeGreaterThan(1);
    const rows = await outside`select 1 from job_executions where workspace_id = ${world.workspaceId}`;
    expect(rows).toHaveLength(2);
  });

  test('does not run again what failed by itself, and keeps nothing of it', async ({ world }) => {
    let attempts = 0;
    const failing = inTransaction(world.database, async (tx) => {
      attempts++;
      await tx.sql`update workspaces set status = 'suspended' where id = ${world.workspaceId}`;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(attempts).toBe(1);
    const [row] = await world.database.sql`select status from workspaces where id = ${world.workspaceId}`;
    expect(row?.status).toBe('active');
  });

  test('sets its timeouts for itself alone', async ({ world }) => {
    const shown = () => world.database.sql`select current_setting('lock_timeout') as value`;
    const [before] = await shown();
    const [inside] = await inTransaction(
      world.database,
      (tx) => tx.sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    );
    expect(inside).toEqual({ lock: '5s', statement: '30s' });
    expect(await shown()).toEqual([before]);
  });

  test('a connection that is cut is told as lost, not retried', async ({ world }) => {
    let attempts = 0;
    const cut = inTransaction(world.database, async (tx) => {
      attempts++;
      const [self] = await tx.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await world.database.sql`select pg_terminate_backend(${self?.pid ?? 0})`;
      await tx.sql`select 1`;
    });
    const error: unknown = await cut.catch((reason: unknown) => reason);
    expect(isConnectionLost(error)).toBe(true);
    expect(attempts).toBe(1);
  });
});

describe('the lock ladder', () => {
  test('refuses, before it waits, a lock that ranks below one held', async ({ world }) => {
    const executionId = await executions.queued(world);
    const keys = { workspaceId: world.workspaceId, ids: [executionId] };
    const down = inTransaction(world.database, async (tx) => {
      await lock(tx, 'lease', keys);
      await lock(tx, 'execution', keys);
    });
    await expect(down).rejects.toBeInstanceOf(LockOrderError);
  });

  test('refuses a second call for one kind: the keys of a kind are locked together', async ({ world }) => {
    const keys = { workspaceId: world.workspaceId, ids: [] };
    const twice = inTransaction(world.database, async (tx) => {
      await lock(tx, 'execution', keys);
      await lock(tx, 'execution', keys);
    });
    await expect(twice).rejects.toBeInstanceOf(LockOrderError);
  });

  test('counts a lock taken by skip-locked as held', async ({ world }) => {
    const skipped = inTransaction(world.database, async (tx) => {
      tx.ladder.hold('lease');
      await lock(tx, 'session', { ids: [] });
    });
    await expect(skipped).rejects.toBeInstanceOf(LockOrderError);
  });

  test('keys given in opposite orders never deadlock: the second waits for the first', async ({ world }) => {
    const ids = [await executions.queued(world), await executions.queued(world)];
    const gate = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = inTransaction(world.database, async (tx) => {
      await lock(tx, 'execution', { workspaceId: world.workspaceId, ids });
      held.resolve();
      await gate.promise;
    });
    await held.promise;
    const second = inTransaction(world.database, (tx) =>
      lock(tx, 'execution', { workspaceId: world.workspaceId, ids: ids.toReversed() }),
    );
    await until('the second to wait', async () => {
      const rows = await world.database.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length > 0;
    });
    gate.resolve();
    await Promise.all([first, second]);
  });
});
