import { cancelByOperator, type OperatorActor } from '@berth/core';
import { CancelCommand, type ExecutionId } from '@berth/dto';
import { createWorld, executions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const command = (world: World, executionId: ExecutionId, more: Partial<CancelCommand> = {}) =>
  CancelCommand.parse({
    workspaceId: world.workspaceId,
    executionId,
    reason: 'stuck since noon',
    idempotencyKey: world.newId(),
    ...more,
  });

const auditOf = (world: World, executionId: ExecutionId) => world.database.sql`
  select operator, action, reason, result from audit_entries where target = ${executionId}`;

describe('an operator cancels', () => {
  test('a running execution: told to stop, audited and told in one transaction', async ({ world }) => {
    const { executionId } = await executions.running(world);
    const result = await cancelByOperator(world.deps, world.operator, command(world, executionId));
    expect(result).toEqual({ executionId, result: 'requested' });
    expect(await auditOf(world, executionId)).toMatchObject([
      { operator: 'operator', action: 'execution.cancel', reason: 'stuck since noon', result },
    ]);
    const told = await world.database.sql`
      select type from events where subject = ${executionId} and type like '%admin%'`;
    expect(told).toHaveLength(1);
  });

  test('the same key again answers the same and does nothing more', async ({ world }) => {
    const executionId = await executions.queued(world);
    const input = command(world, executionId);
    const first = await cancelByOperator(world.deps, world.operator, input);
    expect(await cancelByOperator(world.deps, world.operator, input)).toEqual(first);
    expect(await auditOf(world, executionId)).toHaveLength(1);
  });

  test('two calls of one key at once are one command', async ({ world }) => {
    const { executionId } = await executions.running(world);
    const input = command(world, executionId);
    const results = await Promise.all([1, 2, 3].map(() => cancelByOperator(world.deps, world.operator, input)));
    expect(results.map(({ result }) => result)).toEqual(['requested', 'requested', 'requested']);
    expect(await auditOf(world, executionId)).toHaveLength(1);
  });

  test('the same key for another command is a conflict', async ({ world }) => {
    const one = await executions.queued(world);
    const other = await executions.queued(world);
    const input = command(world, one);
    await cancelByOperator(world.deps, world.operator, input);
    const again = cancelByOperator(world.deps, world.operator, { ...input, executionId: other });
    await expect(again).rejects.toMatchObject({ reason: 'conflict' });
  });

  test('an unknown execution is refused, and nothing is written', async ({ world }) => {
    const [executionId] = [await executions.queued(await createWorld(world.database))];
    const input = command(world, executionId);
    await expect(cancelByOperator(world.deps, world.operator, input)).rejects.toMatchObject({
      reason: 'execution_not_found',
    });
    expect(await auditOf(world, executionId)).toHaveLength(0);
  });

  test('a viewer may not, nor an operator of another workspace', async ({ world }) => {
    const executionId = await executions.queued(world);
    const viewer: OperatorActor = { ...world.operator, role: 'viewer' };
    const input = command(world, executionId);
    await expect(cancelByOperator(world.deps, viewer, input)).rejects.toMatchObject({ reason: 'forbidden' });
    const foreign = await createWorld(world.database);
    await expect(cancelByOperator(world.deps, foreign.operator, input)).rejects.toMatchObject({ reason: 'forbidden' });
  });
});
