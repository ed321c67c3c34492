import { countExecutions } from '@berth/core';
import { CountsInput } from '@berth/dto';
import { createWorld, executions, test } from '@berth/testing';
import { expect } from 'vitest';

test('[QD-01] [QD-02] [QD-03] each workspace asked for has its queued and running, in that order, zeros included', async ({
  world,
}) => {
  const other = await createWorld(world.database);
  await executions.queued(world);
  await executions.running(world);
  await executions.finished(world);
  const everywhere = { ...world.service, workspaceIds: null };
  const workspaceIds = [other.workspaceId, world.workspaceId];
  expect(await countExecutions(world.deps, everywhere, { workspaceIds })).toEqual([
    { workspaceId: other.workspaceId, queued: 0, running: 0 },
    { workspaceId: world.workspaceId, queued: 1, running: 1 },
  ]);
  await expect(countExecutions(world.deps, world.service, { workspaceIds })).rejects.toMatchObject({
    reason: 'forbidden',
  });
  expect(CountsInput.safeParse({ workspaceIds: [] }).success).toBe(false);
  expect(CountsInput.safeParse({ workspaceIds: Array.from({ length: 101 }, () => world.workspaceId) }).success).toBe(
    false,
  );
});
