import { findRecords, type Tx } from '@berth/db';
import { type CancelCommand, CancelCommandOutput, type CancelResult } from '@berth/dto';
import type { OperatorActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { cancelInTransaction } from '../execution/cancel.ts';
import { DomainError } from '../refusal.ts';
import { carryOut } from './command.ts';

/**
 * An operator cancels one execution and says why.
 *
 * Locks: those of a command, then execution record → queue entry → lease. Events: those of the cancellation and of a
 * command.
 *
 * @throws DomainError those of a command, `execution_not_found`.
 */
export function cancelByOperator(deps: Deps, actor: OperatorActor, input: CancelCommand): Promise<CancelResult> {
  const { workspaceId, executionId } = input;
  const command = { action: 'execution.cancel', target: executionId, output: CancelCommandOutput };
  return carryOut(deps, actor, input, command, async (tx) => {
    const [result] = await cancelInTransaction(tx, workspaceId, [executionId]);
    if (!result) throw new Error('a cancellation of one execution answered nothing');
    if (result.result === 'unchanged') await requireOnRecord(tx, workspaceId, executionId);
    return result;
  });
}

async function requireOnRecord(tx: Tx, workspaceId: string, executionId: string): Promise<void> {
  const [known] = await findRecords(tx, workspaceId, [executionId]);
  if (!known) throw new DomainError('execution_not_found', 'no such execution in this workspace');
}
