import { findCommand, findRecords, insertAuditEntry, inTransaction, lock, type Tx } from '@berth/db';
import { type CancelCommand, CancelResult, roleAllows } from '@berth/dto';
import { type OperatorActor, requireWorkspace } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { appendFacts } from '../event/append.ts';
import { cancelInTransaction } from '../execution/cancel.ts';
import { DomainError } from '../refusal.ts';

const action = 'execution.cancel';

/**
 * An operator cancels one execution and says why. Audited in the same transaction; the same idempotency key again
 * answers what the first call did, with another target or reason it is a conflict.
 *
 * Locks: idempotency key → execution record → queue entry → lease. Events: those of the cancellation, and
 * `runners.admin.action`.
 *
 * @throws DomainError `forbidden` (role below operator, workspace not granted), `execution_not_found`, `conflict`.
 */
export async function cancelByOperator(deps: Deps, actor: OperatorActor, input: CancelCommand): Promise<CancelResult> {
  if (!roleAllows(actor.role, 'operator')) throw new DomainError('forbidden', 'a viewer may not cancel executions');
  requireWorkspace(actor, input.workspaceId);
  const result = await inTransaction(deps.database, (tx) => cancelOnce(deps, tx, actor, input));
  deps.signals.raise('facts');
  return result;
}

async function cancelOnce(deps: Deps, tx: Tx, actor: OperatorActor, input: CancelCommand): Promise<CancelResult> {
  const { workspaceId, executionId, idempotencyKey, reason } = input;
  await lock(tx, 'idempotencyKey', { credentialId: actor.credentialId, key: idempotencyKey });
  const earlier = await findCommand(tx, actor.credentialId, idempotencyKey);
  if (earlier) {
    const same =
      earlier.action === action &&
      earlier.target === executionId &&
      earlier.workspaceId === workspaceId &&
      earlier.reason === reason;
    if (!same) throw new DomainError('conflict', 'this idempotency key was used for another command');
    return CancelResult.parse(earlier.result);
  }

  const [result] = await cancelInTransaction(tx, workspaceId, [executionId]);
  if (!result) throw new Error('a cancellation of one execution answered nothing');
  if (result.result === 'unchanged') await requireOnRecord(tx, workspaceId, executionId);
  await insertAuditEntry(tx, {
    id: deps.newId(),
    credentialId: actor.credentialId,
    operator: actor.name,
    idempotencyKey,
    workspaceId,
    action,
    target: executionId,
    reason,
    result,
  });
  await appendFacts(tx, [
    {
      workspaceId,
      type: 'runners.admin.action',
      subject: executionId,
      data: { action, target: executionId, reason, operator: actor.name },
    },
  ]);
  return result;
}

async function requireOnRecord(tx: Tx, workspaceId: string, executionId: string): Promise<void> {
  const [known] = await findRecords(tx, workspaceId, [executionId]);
  if (!known) throw new DomainError('execution_not_found', 'no such execution in this workspace');
}
