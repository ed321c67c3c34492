import { claimExecutions, completeExecution, releaseExecutions, terminateExecutions } from '@berth/core';
import { ClaimInput, ReleaseInput } from '@berth/dto';
import { executions, race, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

function release(world: World, executionIds: string[], deps = world.deps) {
  return releaseExecutions(deps, world.service, ReleaseInput.parse({ workspaceId: world.workspaceId, executionIds }));
}

const outcomeOf = async (world: World, executionId: string) => {
  const [row] = await world.database.sql`select outcome from job_executions where execution_id = ${executionId}`;
  return row?.outcome;
};

describe('release', () => {
  test('[REL-01 decided] [REL-03] ends a lease at once, whoever holds it, and tells it', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    expect(await release(world, [executionId])).toEqual([{ executionId, result: 'finished' }]);
    expect(await outcomeOf(world, executionId)).toBe('released');
    await expect(completeExecution(world.deps, lease, { outcome: 'succeeded' })).rejects.toMatchObject({
      reason: 'lease_lost',
    });
  });

  test('[REL-04] takes an execution out of the queue', async ({ world }) => {
    const executionId = await executions.queued(world);
    expect(await release(world, [executionId])).toEqual([{ executionId, result: 'finished' }]);
    expect(await outcomeOf(world, executionId)).toBe('released');
  });

  test('[REL-02] passes over what is unknown or finished', async ({ world }) => {
    const { executionId } = await executions.finished(world);
    const unknown = world.newId();
    expect(await release(world, [unknown, executionId])).toMatchObject([
      { result: 'unchanged' },
      { result: 'unchanged' },
    ]);
    expect(await outcomeOf(world, executionId)).toBe('succeeded');
  });

  test('keeps the terminal word of the orchestrator', async ({ world }) => {
    const { executionId } = await executions.running(world);
    await terminateExecutions(world.deps, world.service, {
      workspaceId: world.workspaceId,
      executions: [{ executionId, status: 'failed' }],
    });
    await release(world, [executionId]);
    expect(await outcomeOf(world, executionId)).toBe('failed');
  });

  test('frees the place on the session: it claims again', async ({ world }) => {
    const fixture = await executions.running(world);
    const { actor, grant } = fixture.session;
    await release(world, [fixture.executionId]);
    const next = await executions.queued(world, { labels: grant.labels });
    const { leases } = await claimExecutions(world.deps, actor, ClaimInput.parse({ requestId: world.newId() }));
    expect(leases.map((lease) => lease.executionId)).toEqual([next]);
  });

  test('against a completion in flight: waits, then changes nothing', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => completeExecution(world.on(held), lease, { outcome: 'succeeded' }),
      rival: () => release(world, [executionId]),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ value: [{ result: 'unchanged' }] });
    expect(await outcomeOf(world, executionId)).toBe('succeeded');
  });

  test('complete against a release in flight: waits, then has lost the lease', async ({ world }) => {
    const { executionId, lease } = await executions.running(world);
    const { waited, rival } = await race({
      database: world.database,
      holder: (held) => release(world, [executionId], world.on(held)),
      rival: () => completeExecution(world.deps, lease, { outcome: 'succeeded' }),
    });
    expect(waited).toBe(true);
    expect(rival).toMatchObject({ reason: { reason: 'lease_lost' } });
  });
});
