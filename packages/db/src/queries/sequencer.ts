import type { Sql } from '../client.ts';
import type { Tx } from '../transaction.ts';

/**
 * `passed`: nothing at or below the mark can still commit. Every transaction that could has ended, or lived in another
 * cluster, whose transaction ids were ahead of this one's: a dump was restored here.
 */
export type SequencerState = { floor_id: number; mark_id: number | null; passed: boolean };

export async function sequencerState(tx: Tx): Promise<SequencerState> {
  const [state] = await tx.sql<SequencerState[]>`
    select floor_id, mark_id,
      coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= mark_xmax::xid8
        or mark_xmax::xid8 > pg_snapshot_xmax(pg_current_snapshot()), false) as passed
    from event_sequencer`;
  if (!state) throw new Error('the sequencer has lost its row');
  return state;
}

/**
 * Gives positions, in id order, to up to `limit` committed events that have none; answers how many. An execution's
 * transitions wait for one another and draw their ids after the wait, so id order keeps each execution's order.
 */
export async function givePositions(tx: Tx, floorId: number, limit: number): Promise<number> {
  const rows = await tx.sql`
    insert into event_positions (position, event_id)
    select (select coalesce(max(position), 0) from event_positions) + row_number() over (order by id), id
    from (
      select e.id from events e
      where e.id > ${floorId} and not exists (select from event_positions p where p.event_id = e.id)
      order by e.id limit ${limit}::int) as missing
    returning position`;
  return rows.length;
}

/** A migrated database has it. */
export async function sequencerExists(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select to_regclass('public.event_sequencer') is not null as exists`;
  return row?.exists === true;
}

export async function raiseFloor(tx: Tx, floorId: number): Promise<void> {
  await tx.sql`update event_sequencer set floor_id = ${floorId}, mark_id = null, mark_xmax = null`;
}

/**
 * Marks the highest id drawn so far. The id is read in a statement before the one that reads the horizon: every
 * transaction that drew an id up to the mark holds a transaction id (its locks came first) below that horizon.
 */
export async function setMark(tx: Tx): Promise<void> {
  const [drawn] = await tx.sql<{ id: number }[]>`select last_value as id from events_id_seq`;
  await tx.sql`
    update event_sequencer
    set mark_id = ${drawn?.id ?? 0}, mark_xmax = pg_snapshot_xmax(pg_current_snapshot())::text`;
}
