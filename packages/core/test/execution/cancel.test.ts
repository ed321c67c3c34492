import { cancelExecutions, cancelJobs, claimExecutions, heartbeat } from '@berth/core';
import { CancelInput, CancelJobsInput } from '@berth/dto';
import { executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

function cancel(world: World, executionIds: string[]) {
  return cancelExecutions(
    world.deps,
    world.service,
    CancelInput.parse({ workspaceId: world.workspaceId, executionIds }),
  );
}

describe('cancel', () => {
  test('[CAN-01] [HB-03] a running execution is told to stop with its next beat', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    expect(await cancel(world, [executionId])).toEqual([{ executionId, result: 'requested' }]);
    expect(await heartbeat(world.deps, lease, {})).toMatchObject({ cancel: true });
  });

  test('[CAN-02] the first request stands', async ({ world }) => {
    const { executionId } = await executions.running(world);
    await cancel(world, [executionId]);
    const mark = () => world.database.sql`
      select cancellation_requested_at from leases where execution_id = ${executionId}`;
    const first = await mark();
    expect(await cancel(world, [executionId])).toEqual([{ executionId, result: 'unchanged' }]);
    expect(await mark()).toEqual(first);
  });

  test('[CAN-03] an unknown execution is passed over in silence', async ({ world }) => {
    const executionId = world.newId();
    expect(await cancel(world, [executionId])).toEqual([{ executionId, result: 'unchanged' }]);
  });

  test('[CAN-06] a queued execution ends now as cancelled, and no claim finds it', async ({ world }) => {
    const executionId = await executions.queued(world);
    expect(await cancel(world, [executionId])).toEqual([{ executionId, result: 'finished' }]);
    const [record] = await world.database.sql`select outcome from job_executions where execution_id = ${executionId}`;
    expect(record?.outcome).toBe('cancelled');
    const { actor } = await sessions.liveSession(world);
    const claim = { requestId: world.newId(), waitSeconds: 0, maxLeases: 1 };
    expect(await claimExecutions(world.deps, actor, claim)).toEqual({ leases: [] });
  });

  test('many at once: each answers for itself, in the order asked', async ({ world }) => {
    const queued = await executions.queued(world);
    const { executionId: running } = await executions.running(world);
    const { executionId: finished } = await executions.finished(world);
    expect((await cancel(world, [finished, running, queued])).map(({ result }) => result)).toEqual([
      'unchanged',
      'requested',
      'finished',
    ]);
  });
});

describe('cancel jobs', () => {
  const cancelOf = (world: World, jobIds: string[]) =>
    cancelJobs(world.deps, world.service, CancelJobsInput.parse({ workspaceId: world.workspaceId, jobIds }));

  test('[CAN-04] ends the queued executions of these jobs and tells the running ones to stop', async ({ world }) => {
    const jobId = world.newId();
    const queued = await executions.queued(world, { jobId });
    const { executionId: running } = await executions.running(world, { jobId });
    const other = await executions.queued(world);
    const results = await cancelOf(world, [jobId]);
    expect(new Map(results.map(({ executionId, result }) => [executionId, result]))).toEqual(
      new Map([
        [queued, 'finished'],
        [running, 'requested'],
      ]),
    );
    const [left] = await world.database.sql`select outcome from job_executions where execution_id = ${other}`;
    expect(left?.outcome).toBeNull();
  });

  test('[CAN-05] repeated, and with unknown jobs, ends in the same state', async ({ world }) => {
    const jobId = world.newId();
    await executions.queued(world, { jobId });
    await cancelOf(world, [jobId, world.newId()]);
    expect(await cancelOf(world, [jobId, world.newId()])).toEqual([]);
  });

  test('[CAN-07] no jobs, nothing', async ({ world }) => {
    expect(await cancelOf(world, [])).toEqual([]);
  });
});
