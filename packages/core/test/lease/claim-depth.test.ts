import { claimExecutions, listExecutions } from '@berth/core';
import { connect, type Database } from '@berth/db';
import { ClaimInput, ListExecutionsInput } from '@berth/dto';
import { executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const depth = 20_000;
const claims = 20;
const headWindow = 64;

/** A deep queue, written at once: records, entries and their events. */
async function fill(world: World, label: string): Promise<void> {
  await executions.queued(world, { labels: [label] });
  const { sql } = world.database;
  await sql`
    insert into job_executions (workspace_id, execution_id, job_id, workflow_run_id, workflow_run_attempt_id, project_id,
      labels, queued_at)
    select ${world.workspaceId}::uuid, id, id, id, id, id, array[${label}::text], now()
    from (select gen_random_uuid() as id from generate_series(1, ${depth}::int)) as ids`;
  await sql`
    insert into queue_entries (workspace_id, execution_id, label_set_id, priority, queued_at, seq)
    select e.workspace_id, e.execution_id, s.id, 0, e.queued_at, nextval('queue_entry_seq')
    from job_executions e join label_sets s on s.labels = e.labels
    where e.labels = array[${label}::text]
      and not exists (select from queue_entries q where q.execution_id = e.execution_id)`;
  await sql`
    insert into events (workspace_id, type, subject, data)
    select workspace_id, 'runners.job.queued', execution_id::text, '{}' from job_executions e
    where not exists (select from events v where v.subject = e.execution_id::text)`;
  await sql`analyze`;
}

type Reads = { scanned: number; fetched: number };

/** Rows of a table that `work` read by sequential scans and through indexes, on the one connection it is given. */
async function readsOf(world: World, table: string, work: (database: Database) => Promise<unknown>): Promise<Reads> {
  const single = connect(world.database.url, { max: 1 });
  const read = async (): Promise<Reads> => {
    await single.sql`select pg_stat_force_next_flush()`;
    const [row] = await single.sql<Reads[]>`
      select seq_tup_read as scanned, (
        select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname = ${table})::bigint as fetched
      from pg_stat_user_tables where relname = ${table}`;
    return row ?? { scanned: 0, fetched: 0 };
  };
  try {
    const before = await read();
    await work(single);
    const after = await read();
    return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched };
  } finally {
    await single.close();
  }
}

describe('beside twenty thousand entries', () => {
  test('a claim reads its window through the index and scans nothing', async ({ lonelyWorld: world }) => {
    await fill(world, 'linux');
    const { actor } = await sessions.liveSession(world);
    const { scanned, fetched } = await readsOf(world, 'queue_entries', async (database) => {
      for (let n = 0; n < claims; n++)
        await claimExecutions(world.on(database), actor, ClaimInput.parse({ requestId: world.newId() }));
    });
    expect(scanned).toBe(0);
    // Heads, look-ups of the winners, and entries just taken that the index still holds; a scan would read 400,000.
    expect(fetched).toBeLessThanOrEqual(claims * 4 * headWindow);
  });

  test('a claim that none of them fits reads none of them', async ({ lonelyWorld: world }) => {
    await fill(world, 'windows');
    const { actor } = await sessions.liveSession(world, { labels: ['linux'] });
    const { scanned, fetched } = await readsOf(world, 'queue_entries', async (database) => {
      for (let n = 0; n < claims; n++)
        await claimExecutions(world.on(database), actor, ClaimInput.parse({ requestId: world.newId() }));
    });
    expect({ scanned, fetched }).toEqual({ scanned: 0, fetched: 0 });
  });

  test('a page of the list is read through the index', async ({ lonelyWorld: world }) => {
    await fill(world, 'linux');
    const { scanned } = await readsOf(world, 'job_executions', async (database) => {
      await listExecutions(world.on(database), world.operator, ListExecutionsInput.parse({}));
    });
    expect(scanned).toBe(0);
  });
});
