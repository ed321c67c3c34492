import { type EventView, ReadEventsOutput, SubscriberView } from '@berth/dto';
import type { World } from '@berth/testing';
import { expect } from 'vitest';
import { type RunningApi, test } from './support/api.ts';
import { enqueue, leaseOverHttp } from './support/jobs.ts';
import { watchWaits } from './support/waits.ts';

test('a read that waits is answered when something happens, long before its wait is over', async ({ world, api }) => {
  const reader = await openReader(api, world);
  const isWaiting = watchWaits(api);
  const waiting = reader.read({ waitSeconds: 50 });
  await isWaiting('log');
  const { executionId } = await enqueue(api, world);
  const { events } = await waiting;
  expect(events).toMatchObject([{ type: 'runners.job.queued', subject: executionId, workspaceid: world.workspaceId }]);
});

test('a reader sees every fact of a job in order, goes on where it acknowledged, and never goes back', async ({
  world,
  api,
}) => {
  const reader = await openReader(api, world);
  const { lease } = await leaseOverHttp(api, world);
  await api.call('runner.leases.complete', { token: lease.leaseToken, body: { outcome: 'succeeded' } });
  const seen: EventView[] = [];
  let after: number | undefined;
  while (seen.length < 3) {
    const { events, position } = await reader.read({
      waitSeconds: 10,
      limit: 1,
      ...(after === undefined ? {} : { after }),
    });
    seen.push(...events);
    after = position;
  }
  expect(seen.map(({ type }) => type)).toEqual(['runners.job.queued', 'runners.job.claimed', 'runners.job.finished']);
  const positions = seen.map(({ sequence }) => sequence ?? 0);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(seen[0]).toMatchObject({ specversion: '1.0', datacontenttype: 'application/json' });

  const [first = 0, second = 0] = positions;
  expect(await reader.acknowledge(second)).toMatchObject({ position: second });
  expect((await reader.read({})).events.map(({ sequence }) => sequence)).toEqual([positions[2]]);
  expect(await reader.acknowledge(first), 'a late acknowledgement').toMatchObject({ position: second });
});

test('a subscriber that was opened before stays where it is', async ({ world, api }) => {
  const reader = await openReader(api, world);
  await enqueue(api, world);
  const { position } = await reader.read({ waitSeconds: 10 });
  await reader.acknowledge(position);
  const again = await api.call('subscriber.open', {
    token: world.tokens.service,
    body: { subscriber: reader.subscriber, from: 'beginning' },
  });
  expect(again.as(SubscriberView)).toEqual({ subscriber: reader.subscriber, position });
});

test('a name that nobody opened, and a position beyond the log, are refused', async ({ world, api }) => {
  const reader = await openReader(api, world);
  const token = world.tokens.service;
  const unknown = await api.query('subscriber.read', { token, input: { subscriber: 'nobody' } });
  expect([unknown.status, unknown.refusal().reason]).toEqual([404, 'subscriber_not_found']);
  const body = { subscriber: reader.subscriber, position: Number.MAX_SAFE_INTEGER };
  const beyond = await api.call('subscriber.acknowledge', { token, body });
  expect([beyond.status, beyond.refusal().reason]).toEqual([400, 'position_unknown']);
});

/** A subscriber of the test's own, from the present end of the log. */
async function openReader(api: RunningApi, world: World) {
  const token = world.tokens.service;
  const subscriber = `reader-${world.newId()}`;
  await api.call('subscriber.open', { token, body: { subscriber, from: 'now' } });
  return {
    subscriber,
    read: async (input: { after?: number; limit?: number; waitSeconds?: number }) =>
      (await api.query('subscriber.read', { token, input: { subscriber, ...input } })).as(ReadEventsOutput),
    acknowledge: async (position: number) =>
      (await api.call('subscriber.acknowledge', { token, body: { subscriber, position } })).as(SubscriberView),
  };
}
