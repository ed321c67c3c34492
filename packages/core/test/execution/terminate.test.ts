import { completeExecution, heartbeat, terminateExecutions } from '@berth/core';
import { TerminateInput } from '@berth/dto';
import { executions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

function terminate(world: World, executionId: string, status: string) {
  const input = TerminateInput.parse({ workspaceId: world.workspaceId, executions: [{ executionId, status }] });
  return terminateExecutions(world.deps, world.service, input);
}

const recordOf = async (world: World, executionId: string) => {
  const [record] = await world.database.sql`
    select outcome, terminated_as, reported_outcome, queued_at from job_executions where execution_id = ${executionId}`;
  return record;
};

describe('terminate', () => {
  test('[CAN-08] a queued execution leaves the queue and ends with the status of the fact', async ({ world }) => {
    const executionId = await executions.queued(world);
    expect(await terminate(world, executionId, 'failed')).toEqual([{ executionId, result: 'finished' }]);
    expect(await recordOf(world, executionId)).toMatchObject({ outcome: 'failed', terminated_as: 'failed' });
  });

  test('[CAN-09] [HB-04] a running execution keeps its lease and is told to stop', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    expect(await terminate(world, executionId, 'cancelled')).toEqual([{ executionId, result: 'requested' }]);
    expect(await heartbeat(world.deps, lease, {})).toMatchObject({ cancel: true });
  });

  test('its word wins over the later report, which is kept beside it', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    await terminate(world, executionId, 'failed');
    expect(await completeExecution(world.deps, lease, { outcome: 'succeeded' })).toEqual({ outcome: 'failed' });
    expect(await recordOf(world, executionId)).toMatchObject({ outcome: 'failed', reported_outcome: 'succeeded' });
  });

  test('[CAN-10] the first fact stands, and its time', async ({ world }) => {
    const { executionId } = await executions.running(world);
    await terminate(world, executionId, 'failed');
    const mark = () => world.database.sql`
      select cancellation_requested_at from leases where execution_id = ${executionId}`;
    const first = await mark();
    expect(await terminate(world, executionId, 'cancelled')).toEqual([{ executionId, result: 'unchanged' }]);
    expect(await recordOf(world, executionId)).toMatchObject({ terminated_as: 'failed' });
    expect(await mark()).toEqual(first);
  });

  test('[CAN-22 decided] tells finished for a queued execution, cancel_requested for a leased one', async ({
    world,
  }) => {
    const queued = await executions.queued(world);
    const { executionId: leased } = await executions.running(world);
    const lastOf = async (subject: string) => {
      const rows = await world.database.sql`select type from events where subject = ${subject} order by id`;
      return rows.at(-1)?.type;
    };
    await terminate(world, queued, 'failed');
    await terminate(world, leased, 'failed');
    expect(await lastOf(queued)).toBe('runners.job.finished');
    expect(await lastOf(leased)).toBe('runners.job.cancel_requested');
  });

  test('[CAN-11] an unknown execution gets a tombstone, once', async ({ world }) => {
    const executionId = world.newId();
    expect(await terminate(world, executionId, 'succeeded')).toEqual([{ executionId, result: 'recorded' }]);
    expect(await terminate(world, executionId, 'succeeded')).toEqual([{ executionId, result: 'unchanged' }]);
    expect(await recordOf(world, executionId)).toMatchObject({ outcome: 'succeeded', queued_at: null });
  });

  test('[CAN-12] [CAN-13] siblings of the same job are untouched', async ({ world }) => {
    const jobId = world.newId();
    const executionId = await executions.queued(world, { jobId });
    const queuedSibling = await executions.queued(world, { jobId });
    const { lease: runningSibling } = await executions.running(world, { jobId });
    await terminate(world, executionId, 'cancelled');
    expect(await recordOf(world, queuedSibling)).toMatchObject({ outcome: null });
    expect(await heartbeat(world.deps, runningSibling, {})).toMatchObject({ cancel: false });
  });
});
