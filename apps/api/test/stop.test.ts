import { ReadEventsOutput } from '@berth/dto';
import { executions, inOpenTransaction, until, type World } from '@berth/testing';
import { expect } from 'vitest';
import { startOn, test } from './support/api.ts';
import { register } from './support/jobs.ts';
import { watchWaits } from './support/waits.ts';

/** A stop takes as long as the calls in flight: far below the time after which it cuts them. */
const promptMs = 2_000;

test('a stop answers waiting calls empty, closes the port, then the pool', async ({ lonelyWorld: world }) => {
  const api = await startOn(world);
  const token = world.tokens.service;
  const session = await register(api, world);
  await api.call('subscriber.open', { token, body: { subscriber: 'reader' } });
  const isWaiting = watchWaits(api);
  const body = { requestId: world.newId(), waitSeconds: 50 };
  const claim = api.call('runner.leases.claim', { token: session.sessionToken, body });
  const read = api.query('subscriber.read', { token, input: { subscriber: 'reader', waitSeconds: 50 } });
  await isWaiting(`queue:${world.workspaceId}`);
  await isWaiting('log');

  const startedAt = performance.now();
  await api.stop();
  expect(performance.now() - startedAt).toBeLessThan(promptMs);
  expect((await claim).data()).toEqual({ leases: [] });
  expect((await read).as(ReadEventsOutput).events).toEqual([]);
  await expect(api.send('/healthz', {})).rejects.toThrow();
  await expect(api.deps.database.sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
});

test('a stop lets a call in flight finish, while new ones find no server', async ({ lonelyWorld: world }) => {
  const api = await startOn(world);
  const executionId = await executions.queued(world);
  const release = Promise.withResolvers<void>();
  const holding = inOpenTransaction(world.database, async ({ sql }) => {
    await sql`select 1 from job_executions where execution_id = ${executionId} for update`;
    await release.promise;
  });
  const body = { workspaceId: world.workspaceId, executionIds: [executionId] };
  const cancel = api.call('orchestrator.executions.cancel', { token: world.tokens.service, body });
  await until('the call to wait for the record', () => isAnyoneWaiting(world));

  const stopped = api.stop();
  await until('the port to close', () =>
    api.send('/healthz', {}).then(
      () => false,
      () => true,
    ),
  );
  release.resolve();
  expect((await cancel).data()).toEqual({ results: [{ executionId, result: 'finished' }] });
  await holding;
  const startedAt = performance.now();
  await stopped;
  expect(performance.now() - startedAt).toBeLessThan(promptMs);
});

test('a stop is over at once when nothing is in flight, idle connections or not', async ({ lonelyWorld: world }) => {
  const api = await startOn(world);
  await api.send('/healthz', {});
  const startedAt = performance.now();
  await api.stop();
  expect(performance.now() - startedAt).toBeLessThan(promptMs);
});

async function isAnyoneWaiting({ database }: World): Promise<boolean> {
  const rows = await database.sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}
