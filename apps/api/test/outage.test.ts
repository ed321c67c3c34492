import { until, type World } from '@berth/testing';
import { expect } from 'vitest';
import { type Answer, test as base, type RunningApi, startOn } from './support/api.ts';
import { enqueue, register } from './support/jobs.ts';
import { watchWaits } from './support/waits.ts';
import { type Wire, wireTo } from './support/wire.ts';

/** An api whose wire to the database can be cut. */
const test = base.extend('broken', async ({ lonelyWorld }, { onCleanup }): Promise<RunningApi & Wire> => {
  const wire = await wireTo(lonelyWorld.database.url);
  const api = await startOn({ database: { ...lonelyWorld.database, url: wire.url } });
  onCleanup(async () => {
    await api.stop();
    await wire.close();
  });
  return { ...api, ...wire };
});

const read = (api: RunningApi, world: World) => api.query('operator.session.get', { token: world.tokens.operator });
const expectUnavailable = (answer: Answer) => {
  expect(answer.refusal()).toEqual({ reason: 'unavailable', message: 'the database cannot be reached; try again' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
};

test('while the database is gone, calls are refused as unavailable; when it is back, they are served', async ({
  lonelyWorld: world,
  broken: api,
}) => {
  const session = await register(api, world);
  await api.cut();
  expectUnavailable(await read(api, world));
  expectUnavailable(await api.call('orchestrator.executions.enqueue', { token: world.tokens.service, body: {} }));
  const body = { requestId: world.newId() };
  expectUnavailable(await api.call('runner.leases.claim', { token: session.sessionToken, body }));
  await api.mend();
  await until('calls to be served again', async () => (await read(api, world)).status === 200);
  await enqueue(api, world);
});

test('a call that waits when the database goes is told so, and does not hang', async ({
  lonelyWorld: world,
  broken: api,
}) => {
  const isWaiting = watchWaits(api);
  const session = await register(api, world);
  const body = { requestId: world.newId(), waitSeconds: 50 };
  const waiting = api.call('runner.leases.claim', { token: session.sessionToken, body });
  await isWaiting(`queue:${world.workspaceId}`);
  await api.cut();
  expectUnavailable(await waiting);
});

test('an api that starts before its database is alive but not ready, refuses calls, and becomes ready alone', async ({
  lonelyWorld: world,
  onTestFinished,
}) => {
  const wire = await wireTo(world.database.url);
  await wire.cut();
  const api = await startOn({ database: { ...world.database, url: wire.url } });
  onTestFinished(async () => {
    await api.stop();
    await wire.close();
  });
  expect((await api.send('/healthz', {})).status).toBe(200);
  const ready = await api.send('/readyz', {});
  expect([ready.status, ready.text]).toEqual([503, '{"status":"the database cannot be reached; try again"}']);
  expect(ready.headers.get('retry-after')).toBe('1');
  expectUnavailable(await read(api, world));
  expectUnavailable(await api.call('operator.session.create', { body: { token: world.tokens.operator } }));

  const metrics = await api.send('/metrics', {});
  expect(metrics.status, 'the metrics are needed most just then').toBe(200);
  expect(metrics.text).toContain('berth_calls_total{procedure="operator.session.get",status="503"} 1');
  expect(metrics.text).not.toContain('berth_executions{');

  await wire.mend();
  await until('it to be ready', async () => (await api.send('/readyz', {})).status === 200);
  await until('its loops to run', async () =>
    (await api.send('/metrics', {})).text.includes('berth_loop_last_success_timestamp_seconds{loop="pulse"}'),
  );
});
