import { claimExecutions, enqueueExecutions, expireLeases, terminateExecutions } from '@berth/core';
import { EnqueueInput, ExecutionId } from '@berth/dto';
import { executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

function enqueue(world: World, items: unknown[]) {
  return enqueueExecutions(
    world.deps,
    world.service,
    EnqueueInput.parse({ workspaceId: world.workspaceId, executions: items }),
  );
}

const entriesOf = (world: World) => world.database.sql<{ execution_id: string; seq: number; queued_at: string }[]>`
  select execution_id, seq, queued_at from queue_entries where workspace_id = ${world.workspaceId} order by seq`;

describe('enqueue', () => {
  test('[ENQ-01] queues one entry with every id and the labels on record', async ({ world }) => {
    const item = executions.request(world, { labels: ['linux', 'x64'] });
    await enqueue(world, [item]);
    const [record] = await world.database.sql`
      select e.*, q.priority as entry_priority from job_executions e join queue_entries q using (workspace_id, execution_id)
      where e.workspace_id = ${world.workspaceId}`;
    expect(record).toMatchObject({
      execution_id: item.executionId,
      job_id: item.jobId,
      workflow_run_id: item.workflowRunId,
      workflow_run_attempt_id: item.workflowRunAttemptId,
      project_id: item.projectId,
      labels: ['linux', 'x64'],
      outcome: null,
    });
  });

  test('[ENQ-02 decided] keeps the place of a late delivery: queuedAt is stored as given', async ({ world }) => {
    const queuedAt = new Date(Date.now() - 3_600_000).toISOString();
    await executions.queued(world, { queuedAt });
    const [entry] = await entriesOf(world);
    expect(new Date(entry?.queued_at ?? '').toISOString()).toBe(queuedAt);
  });

  test('clamps a queuedAt in the future to the present', async ({ world }) => {
    await executions.queued(world, { queuedAt: new Date(Date.now() + 3_600_000).toISOString() });
    const [row] = await world.database.sql<{ clamped: boolean }[]>`
      select queued_at <= now() as clamped from queue_entries where workspace_id = ${world.workspaceId}`;
    expect(row?.clamped).toBe(true);
  });

  test('[ENQ-04] stores labels canonical: trimmed, lower-case, unique, sorted', async ({ world }) => {
    await executions.queued(world, { labels: ['Ubuntu22', ' ubuntu22 ', 'LINUX'] });
    const [record] = await world.database.sql`
      select labels from job_executions where workspace_id = ${world.workspaceId}`;
    expect(record?.labels).toEqual(['linux', 'ubuntu22']);
  });

  test('[ENQ-05] refuses an execution without labels and writes nothing of it', async ({ world }) => {
    const [result] = await enqueue(world, [executions.request(world, { labels: [] })]);
    expect(result).toMatchObject({ status: 'refused', refusal: { reason: 'invalid_input' } });
    expect(await entriesOf(world)).toEqual([]);
  });

  test('[ENQ-06] [ENQ-08] a replay changes nothing and tells queued once', async ({ world }) => {
    const item = executions.request(world);
    await enqueue(world, [item]);
    expect(await enqueue(world, [item])).toEqual([{ status: 'replayed', executionId: item.executionId }]);
    expect(await entriesOf(world)).toHaveLength(1);
  });

  test('[ENQ-07] [ENQ-09 decided] tells queued with the ids and the time of the entry', async ({ world }) => {
    const item = executions.request(world);
    await enqueue(world, [item]);
    const [event] = await world.database.sql<{ data: Record<string, unknown> }[]>`
      select data from events where workspace_id = ${world.workspaceId} and type = 'runners.job.queued'`;
    const [entry] = await entriesOf(world);
    expect(event?.data).toMatchObject({
      executionId: item.executionId,
      jobId: item.jobId,
      workflowRunId: item.workflowRunId,
      workflowRunAttemptId: item.workflowRunAttemptId,
      queuedAt: new Date(entry?.queued_at ?? '').toISOString(),
    });
  });

  test('a replay with other data is a conflict that names the field', async ({ world }) => {
    const item = executions.request(world);
    await enqueue(world, [item]);
    const [result] = await enqueue(world, [{ ...item, labels: ['windows'] }]);
    expect(result).toMatchObject({ status: 'refused', refusal: { reason: 'conflict', issues: [{ path: 'labels' }] } });
  });

  test('[ENQ-10] [ENQ-15 unreachable] a replay after the claim leaves the lease alone and queues nothing', async ({
    world,
  }) => {
    const item = executions.request(world);
    await enqueue(world, [item]);
    const { actor } = await sessions.liveSession(world);
    await claimExecutions(world.deps, actor, { requestId: world.newId(), waitSeconds: 0, maxLeases: 1 });
    await enqueue(world, [item]);
    expect(await entriesOf(world)).toEqual([]);
  });

  test('a replay after the end queues nothing', async ({ world }) => {
    const { executionId } = await executions.finished(world);
    const [result] = await enqueue(world, [executions.request(world, { executionId })]);
    expect(result).toMatchObject({ status: 'refused', refusal: { reason: 'conflict' } });
    expect(await entriesOf(world)).toEqual([]);
  });

  test('[ENQ-11] [EXP-21] a replay after the lease was lost queues nothing', async ({ lonelyWorld: world }) => {
    const item = executions.request(world);
    const session = await sessions.liveSession(world);
    const fixture = await executions.running(world, { ...item, session });
    await executions.age(world, fixture, 600);
    expect(await expireLeases(world.deps, { leasesMax: 10, amnesty: false })).toMatchObject({ expired: 1 });
    expect(await enqueue(world, [item])).toMatchObject([{ status: 'replayed' }]);
    expect(await entriesOf(world)).toEqual([]);
  });

  test('[ENQ-14] a fact delivered again neither adds an entry nor moves it; after the claim it changes nothing', async ({
    world,
  }) => {
    const queuedAt = new Date(Date.now() - 60_000).toISOString();
    const item = executions.request(world, { queuedAt });
    await enqueue(world, [item]);
    const before = await entriesOf(world);
    await enqueue(world, [item]);
    expect(await entriesOf(world)).toEqual(before);
    const { actor } = await sessions.liveSession(world);
    await claimExecutions(world.deps, actor, { requestId: world.newId(), waitSeconds: 0, maxLeases: 1 });
    expect(await enqueue(world, [item])).toMatchObject([{ status: 'replayed' }]);
    expect(await entriesOf(world)).toEqual([]);
  });

  test('[ENQ-03] without queuedAt its place is the time of the insertion', async ({ world }) => {
    await executions.queued(world);
    const [row] = await world.database.sql<{ same: boolean }[]>`
      select q.queued_at = e.recorded_at as same from queue_entries q join job_executions e using (workspace_id, execution_id)
      where q.workspace_id = ${world.workspaceId}`;
    expect(row?.same).toBe(true);
  });

  test('[ENQ-16] blank labels are refused, and nothing of the execution is written', async ({ world }) => {
    const [result] = await enqueue(world, [executions.request(world, { labels: ['  '] })]);
    expect(result).toMatchObject({ status: 'refused', refusal: { reason: 'invalid_input' } });
    const rows = await world.database.sql`select 1 from job_executions where workspace_id = ${world.workspaceId}`;
    expect(rows).toHaveLength(0);
  });

  test('a late queued fact after the terminal one is a no-op', async ({ world }) => {
    const item = executions.request(world);
    const executionId = ExecutionId.parse(item.executionId);
    await terminateExecutions(world.deps, world.service, {
      workspaceId: world.workspaceId,
      executions: [{ executionId, status: 'cancelled' }],
    });
    expect(await enqueue(world, [item])).toEqual([{ status: 'replayed', executionId }]);
    expect(await entriesOf(world)).toEqual([]);
  });

  test('refuses a queuedAt beyond the horizon of the records', async ({ world }) => {
    const queuedAt = new Date(Date.now() - 91 * 86_400_000).toISOString();
    const [result] = await enqueue(world, [executions.request(world, { queuedAt })]);
    expect(result).toMatchObject({ status: 'refused', refusal: { reason: 'too_old' } });
    expect(await entriesOf(world)).toEqual([]);
  });

  test('judges each item of a batch alone and answers in the order sent', async ({ world }) => {
    const first = executions.request(world);
    const last = executions.request(world);
    const results = await enqueue(world, [first, { ...last, labels: ['not/allowed'] }, first, last]);
    expect(results.map((result) => result.status)).toEqual(['queued', 'refused', 'replayed', 'queued']);
    expect(results[1]).toMatchObject({ refusal: { issues: [{ path: 'executions.1.labels.0' }] } });
  });

  test('judges a second item of one id by the record, like any replay', async ({ world }) => {
    const queuedAt = new Date(Date.now() - 60_000).toISOString();
    const tooOld = new Date(Date.now() - 91 * 86_400_000).toISOString();
    const item = executions.request(world, { queuedAt });
    const { queuedAt: _, ...sameWithout } = item;
    const statuses = async (items: unknown[]) =>
      (await enqueue(world, items)).map((result) =>
        result.status === 'refused' ? result.refusal.reason : result.status,
      );
    expect(await statuses([{ ...item, queuedAt: tooOld }, item, sameWithout, { ...item, priority: 9 }])).toEqual([
      'too_old',
      'queued',
      'replayed',
      'conflict',
    ]);
    expect(await statuses([{ ...item, priority: 9 }, item])).toEqual(['conflict', 'replayed']);
  });

  test('keeps the order of the items among those of one time', async ({ world }) => {
    const items = Array.from({ length: 20 }, () => executions.request(world)).reverse();
    await enqueue(world, items);
    expect((await entriesOf(world)).map((entry) => entry.execution_id)).toEqual(items.map((item) => item.executionId));
  });

  test('a credential of another workspace is refused', async ({ world }) => {
    const other = EnqueueInput.parse({ workspaceId: world.newId(), executions: [executions.request(world)] });
    await expect(enqueueExecutions(world.deps, world.service, other)).rejects.toMatchObject({ reason: 'forbidden' });
  });

  test('a suspended workspace queues nothing', async ({ world }) => {
    await world.database.sql`update workspaces set status = 'suspended' where id = ${world.workspaceId}`;
    await expect(enqueue(world, [executions.request(world)])).rejects.toMatchObject({ reason: 'workspace_inactive' });
  });
});
