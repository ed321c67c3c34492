import { ClaimOutput, type SessionGrant } from '@berth/dto';
import { until } from '@berth/testing';
import { expect } from 'vitest';
import { type RunningApi, test } from './support/api.ts';
import { claim, enqueue, register } from './support/jobs.ts';
import { watchWaits } from './support/waits.ts';

type Claim = { requestId: string; waitSeconds?: number; maxLeases?: number };
const call = (api: RunningApi, { sessionToken }: SessionGrant, body: Claim, signal?: AbortSignal) =>
  api.call('runner.leases.claim', { token: sessionToken, body, ...(signal ? { signal } : {}) });

test('a claim that waits is woken by an enqueue, long before its wait is over', async ({ world, api }) => {
  const session = await register(api, world);
  const isWaiting = watchWaits(api);
  const startedAt = performance.now();
  const waiting = call(api, session, { requestId: world.newId(), waitSeconds: 50 });
  await isWaiting(`queue:${world.workspaceId}`);
  const item = await enqueue(api, world);
  const { leases } = (await waiting).as(ClaimOutput);
  expect(leases).toMatchObject([{ executionId: item.executionId }]);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('a claim that waits in vain answers empty when its time is over', async ({ world, api }) => {
  const session = await register(api, world);
  const startedAt = performance.now();
  const answer = await call(api, session, { requestId: world.newId(), waitSeconds: 1 });
  expect(answer.data()).toEqual({ leases: [] });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);
});

test('the same request again, before a first beat, answers the same lease; after it, it is spent', async ({
  world,
  api,
}) => {
  const session = await register(api, world);
  const item = await enqueue(api, world);
  await enqueue(api, world);
  const body = { requestId: world.newId() };
  const first = (await call(api, session, body)).as(ClaimOutput).leases;
  const again = (await call(api, session, body)).as(ClaimOutput).leases;
  expect(again).toMatchObject([{ executionId: item.executionId, fence: first[0]?.fence }]);
  const token = again[0]?.leaseToken;
  expect((await api.call('runner.leases.heartbeat', { token })).status, 'its token is as good').toBe(200);
  const spent = await call(api, session, body);
  expect(spent.refusal().reason).toBe('request_spent');
  expect(spent.status).toBe(409);
});

test('a claim may take several, up to maxLeases', async ({ world, api }) => {
  const session = await register(api, world);
  for (let count = 0; count < 3; count++) await enqueue(api, world);
  const two = await call(api, session, { requestId: world.newId(), maxLeases: 2 });
  expect(two.as(ClaimOutput).leases).toHaveLength(2);
  const rest = await call(api, session, { requestId: world.newId(), maxLeases: 2 });
  expect(rest.as(ClaimOutput).leases).toHaveLength(1);
});

test('a caller that hangs up while it waits takes no job with it', async ({ world, api }) => {
  const gone = await register(api, world);
  const isWaiting = watchWaits(api);
  const hangUp = new AbortController();
  const waiting = call(api, gone, { requestId: world.newId(), waitSeconds: 50 }, hangUp.signal);
  const failed = expect(waiting).rejects.toThrow();
  await isWaiting(`queue:${world.workspaceId}`);
  hangUp.abort();
  await failed;
  await until('the server to notice', async () =>
    (await api.send('/metrics', {})).text.includes(
      'berth_calls_total{procedure="runner.leases.claim",status="aborted"}',
    ),
  );
  const item = await enqueue(api, world);
  const next = await register(api, world);
  expect(await claim(api, world, next)).toMatchObject([{ executionId: item.executionId }]);
});

test('an unknown session is refused as such', async ({ world, api }) => {
  const session = await register(api, world);
  await world.database.sql`delete from runner_sessions where id = ${session.sessionId}`;
  const answer = await call(api, session, { requestId: world.newId() });
  expect(answer.refusal().reason).toBe('session_not_found');
  expect(answer.status).toBe(404);
});
