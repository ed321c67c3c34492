import { cloneDatabase, until } from '@berth/testing';
import { expect } from 'vitest';
import { startOn, test } from './support/api.ts';
import { enqueue } from './support/jobs.ts';

test('the probes answer without a credential: alive, and ready with a migrated database', async ({ api }) => {
  const [alive, ready] = [await api.send('/healthz', {}), await api.send('/readyz', {})];
  expect([alive.status, alive.text]).toEqual([200, '{"status":"ok"}']);
  expect([ready.status, ready.text]).toEqual([200, '{"status":"ready"}']);
});

test('a database that is not migrated is reported as not ready, and the process stays alive', async ({
  onTestFinished,
}) => {
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  const api = await startOn({ database });
  onTestFinished(api.stop);
  const ready = await api.send('/readyz', {});
  expect([ready.status, ready.text]).toEqual([503, '{"status":"the database is not migrated"}']);
  expect((await api.send('/healthz', {})).status).toBe(200);
});

test('metrics tell calls by procedure and status, the loops, and what is queued', async ({
  lonelyWorld,
  lonelyApi,
}) => {
  await enqueue(lonelyApi, lonelyWorld);
  await lonelyApi.call('runner.leases.claim', { body: {} });
  await lonelyApi.send('/trpc/no.such.procedure', {});
  const metrics = await until('the loops to be told', async () => {
    const { text } = await lonelyApi.send('/metrics', {});
    return text.includes('berth_loop_last_success_timestamp_seconds{loop="expire-leases"}') && text;
  });
  for (const line of [
    'berth_calls_total{procedure="orchestrator.executions.enqueue",status="200"} 1',
    'berth_calls_total{procedure="runner.leases.claim",status="401"} 1',
    'berth_calls_total{procedure="unknown",status="404"} 1',
    'berth_call_duration_seconds_count{procedure="orchestrator.executions.enqueue"} 1',
    'berth_executions{state="queued"} 1',
    'berth_executions{state="running"} 0',
  ])
    expect(metrics).toContain(`${line}\n`);
  expect(metrics, 'a stranger cannot grow the labels').not.toContain('no.such.procedure');
});

test('paths beside the procedures and the probes are not found', async ({ api }) => {
  for (const path of ['/', '/trpc', '/healthz/x', '/favicon.ico']) expect((await api.send(path, {})).status).toBe(404);
});
