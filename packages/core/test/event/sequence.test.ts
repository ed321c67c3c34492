import { acknowledgeEvents, openSubscriber, readEvents, sequenceEvents } from '@berth/core';
import { type Database, inTransaction } from '@berth/db';
import { OpenSubscriberInput, ReadEventsInput } from '@berth/dto';
import { createWorld, executions, test, until, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const name = 'follower';
const open = (world: World, from: 'beginning' | 'now' = 'beginning') =>
  openSubscriber(world.deps, world.service, OpenSubscriberInput.parse({ subscriber: name, from }));
const read = (world: World, more: Partial<ReadEventsInput> = {}) =>
  readEvents(world.deps, world.service, ReadEventsInput.parse({ subscriber: name, ...more }));
const subjectsOf = async (world: World) => (await read(world)).events.map((event) => event.subject);

/** Appends one event in a transaction that stays open until `commit`. */
async function openWriter(database: Database, workspaceId: string, subject: string) {
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const done = inTransaction(database, async (tx) => {
    await tx.sql`
      insert into events (workspace_id, type, subject, data) values (${workspaceId}, 'runners.admin.action', ${subject}, '{}')`;
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  return {
    async commit() {
      gate.resolve();
      await done;
    },
  };
}

describe('positions', () => {
  test('an event is not read before it has a position, and keeps the order of each execution', async ({
    lonelyWorld: world,
  }) => {
    const { executionId } = await executions.finished(world);
    await open(world);
    expect((await read(world)).events).toEqual([]);
    await sequenceEvents(world.deps);
    const { events, position } = await read(world);
    expect(events.map((event) => event.type)).toEqual([
      'runners.job.queued',
      'runners.job.claimed',
      'runners.job.finished',
    ]);
    expect(events.every((event) => event.subject === executionId)).toBe(true);
    expect(position).toBe(3);
  });

  test('a transaction that commits late is read late, not passed over, and holds nobody back', async ({
    lonelyWorld: world,
  }) => {
    await open(world);
    const late = await openWriter(world.database, world.workspaceId, 'late');
    const queued = await executions.queued(world);
    await sequenceEvents(world.deps);
    expect(await subjectsOf(world)).toEqual([queued]);
    await sequenceEvents(world.deps);
    await late.commit();
    await sequenceEvents(world.deps);
    expect(await subjectsOf(world)).toEqual([queued, 'late']);
  });

  test('the floor rises behind finished writers only, and no late event falls below it', async ({
    lonelyWorld: world,
  }) => {
    const floor = async () => {
      const [row] = await world.database.sql<{ floor_id: number }[]>`select floor_id from event_sequencer`;
      return row?.floor_id ?? -1;
    };
    const late = await openWriter(world.database, world.workspaceId, 'late');
    for (let n = 0; n < 3; n++) {
      await executions.queued(world);
      await sequenceEvents(world.deps);
    }
    expect(await floor()).toBe(0);
    await late.commit();
    await until('the floor to rise', async () => {
      await executions.queued(world);
      await sequenceEvents(world.deps);
      return (await floor()) > 0;
    });
    await open(world);
    expect(await subjectsOf(world)).toContain('late');
  });

  test('a mark from the cluster that a dump came from does not hold the floor', async ({ lonelyWorld: world }) => {
    await executions.queued(world);
    await sequenceEvents(world.deps);
    await world.database.sql`update event_sequencer set mark_id = 1, mark_xmax = '9223372036854775807'`;
    await sequenceEvents(world.deps);
    const [row] = await world.database.sql`select floor_id, mark_id from event_sequencer`;
    expect(row).toEqual({ floor_id: 1, mark_id: null });
  });

  test('two sequencers at once give each position once', async ({ lonelyWorld: world }) => {
    for (let n = 0; n < 20; n++) await executions.queued(world);
    await Promise.all([sequenceEvents(world.deps), sequenceEvents(world.deps), sequenceEvents(world.deps)]);
    await sequenceEvents(world.deps);
    const rows = await world.database.sql<
      { position: number }[]
    >`select position from event_positions order by position`;
    expect(rows.map((row) => row.position)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });
});

describe('subscribers', () => {
  test('a cursor goes on where it was acknowledged, and never back', async ({ lonelyWorld: world }) => {
    const first = await executions.queued(world);
    const second = await executions.queued(world);
    await sequenceEvents(world.deps);
    await open(world);
    expect(await subjectsOf(world)).toEqual([first, second]);
    await acknowledgeEvents(world.deps, world.service, { subscriber: name, position: 1 });
    expect(await subjectsOf(world)).toEqual([second]);
    await acknowledgeEvents(world.deps, world.service, { subscriber: name, position: 0 });
    expect(await subjectsOf(world)).toEqual([second]);
  });

  test('one opened "now" reads what comes after; opening again changes nothing', async ({ lonelyWorld: world }) => {
    await executions.queued(world);
    await sequenceEvents(world.deps);
    expect(await open(world, 'now')).toMatchObject({ position: 1 });
    expect(await open(world, 'beginning')).toMatchObject({ position: 1 });
    expect(await subjectsOf(world)).toEqual([]);
  });

  test('a waiting read is woken by the sequencer', async ({ lonelyWorld: world }) => {
    await open(world);
    const waiting = read(world, { waitSeconds: 50 });
    const queued = await executions.queued(world);
    await sequenceEvents(world.deps);
    expect((await waiting).events.map((event) => event.subject)).toEqual([queued]);
  });

  test('events of another tenant are passed, unseen', async ({ lonelyWorld: world }) => {
    await executions.queued(await createWorld(world.database));
    await sequenceEvents(world.deps);
    await open(world);
    expect(await read(world)).toEqual({ events: [], position: 1 });
  });

  test('belongs to the credential that opened it', async ({ lonelyWorld: world }) => {
    await open(world);
    const other = await createWorld(world.database);
    await expect(open(other)).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(read(other)).rejects.toMatchObject({ reason: 'forbidden' });
  });

  test('an unknown subscriber and a position beyond the log are refused', async ({ lonelyWorld: world }) => {
    await expect(read(world)).rejects.toMatchObject({ reason: 'subscriber_not_found' });
    await open(world);
    const beyond = acknowledgeEvents(world.deps, world.service, { subscriber: name, position: 99 });
    await expect(beyond).rejects.toMatchObject({ reason: 'position_unknown' });
    await expect(read(world, { after: 99 })).rejects.toMatchObject({ reason: 'position_unknown' });
  });
});
