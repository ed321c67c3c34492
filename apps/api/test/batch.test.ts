import { EnqueueOutput } from '@berth/dto';
import { executions } from '@berth/testing';
import { expect } from 'vitest';
import { test } from './support/api.ts';
import { rowsOf } from './support/rows.ts';

const path = 'orchestrator.executions.enqueue';

test('a batch with one bad item queues the others and names the bad one by index and field', async ({ world, api }) => {
  const [first, bad, last] = [
    executions.request(world),
    { ...executions.request(world), labels: ['linux', 'no/pe'], jobId: 'seven' },
    executions.request(world),
  ];
  const body = { workspaceId: world.workspaceId, executions: [first, bad, last] };
  const answer = await api.call(path, { token: world.tokens.service, body });
  expect(answer.status).toBe(200);
  const { results } = answer.as(EnqueueOutput);
  expect(results).toMatchObject([
    { status: 'queued', executionId: first?.executionId },
    { status: 'refused', executionId: bad?.executionId, refusal: { reason: 'invalid_input' } },
    { status: 'queued', executionId: last?.executionId },
  ]);
  const issues = results[1]?.status === 'refused' ? results[1].refusal.issues : [];
  expect(issues?.map((issue) => issue.path)).toEqual(['executions.1.jobId', 'executions.1.labels.1']);
  expect(await rowsOf(world)).toMatchObject({ records: 2, queued: 2, events: 2 });
});

test('items that are no objects at all are refused one by one', async ({ world, api }) => {
  const sound = executions.request(world);
  const body = { workspaceId: world.workspaceId, executions: [null, 5, 'x', [], { executionId: {} }, sound] };
  const { results } = (await api.call(path, { token: world.tokens.service, body })).as(EnqueueOutput);
  expect(results.map(({ status, executionId }) => [status, executionId])).toEqual([
    ...Array(5).fill(['refused', null]),
    ['queued', sound.executionId],
  ]);
  expect(await rowsOf(world)).toMatchObject({ records: 1 });
});

test('an item with an unknown field, a priority out of bounds or a date that is none is refused alone', async ({
  world,
  api,
}) => {
  const item = () => executions.request(world);
  const body = {
    workspaceId: world.workspaceId,
    executions: [
      { ...item(), payload: 'x' },
      { ...item(), priority: 101 },
      { ...item(), queuedAt: 'yesterday' },
      { ...item(), maxStarts: 0 },
      { ...item(), labels: Array.from({ length: 21 }, (_, index) => `l${index}`) },
      { ...item(), labels: ['x'.repeat(129)] },
    ],
  };
  const { results } = (await api.call(path, { token: world.tokens.service, body })).as(EnqueueOutput);
  const fields = results.map((result) =>
    result.status === 'refused' ? result.refusal.issues?.map((issue) => issue.path) : [],
  );
  expect(fields).toEqual([
    ['executions.0'],
    ['executions.1.priority'],
    ['executions.2.queuedAt'],
    ['executions.3.maxStarts'],
    ['executions.4.labels'],
    ['executions.5.labels.0'],
  ]);
  expect(await rowsOf(world)).toMatchObject({ records: 0, events: 0, label_sets: 0 });
});

test('a thousand at once are queued, and the same again are replays', async ({ world, api }) => {
  const items = Array.from({ length: 1_000 }, () => executions.request(world));
  const body = { workspaceId: world.workspaceId, executions: items };
  const send = async () => (await api.call(path, { token: world.tokens.service, body })).as(EnqueueOutput).results;
  expect(new Set((await send()).map(({ status }) => status))).toEqual(new Set(['queued']));
  expect(new Set((await send()).map(({ status }) => status))).toEqual(new Set(['replayed']));
  expect(await rowsOf(world)).toMatchObject({ records: 1_000, queued: 1_000, events: 1_000 });
});

test('a replay with other data is refused as a conflict that names the field', async ({ world, api }) => {
  const item = executions.request(world);
  const send = async (executions: unknown[]) =>
    (await api.call(path, { token: world.tokens.service, body: { workspaceId: world.workspaceId, executions } })).as(
      EnqueueOutput,
    ).results;
  await send([item]);
  expect(await send([{ ...item, priority: 5 }])).toMatchObject([
    { status: 'refused', refusal: { reason: 'conflict', issues: [{ path: 'priority' }] } },
  ]);
});
