import { findCommand, insertAuditEntry, inTransaction, lock, type Tx } from '@berth/db';
import { roleAllows, type WorkspaceId } from '@berth/dto';
import type { z } from 'zod';
import { type OperatorActor, requireWorkspace } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { appendFacts } from '../event/append.ts';
import { DomainError } from '../refusal.ts';

/** What every command carries: where (null: no one workspace), why, and the key under which it is done once. */
type CommandInput = { workspaceId: WorkspaceId | null; reason: string; idempotencyKey: string };

/** A verb, what it is done to, and the shape of its answer, which a repeat gets back. */
type Command<S extends z.ZodType> = { action: string; target: string; output: S };

/**
 * Carries out an operator's command once: under its key, in one transaction with its audit row and its event. The same
 * key again answers what the first call did.
 *
 * Locks: idempotency key, then those of `work`. Event: `runners.admin.action`, beside those of `work`.
 *
 * @throws DomainError `forbidden` (role below operator, workspace not granted), `conflict` (the key was used for
 *   something else), and what `work` throws; nothing is written then.
 */
export async function carryOut<S extends z.ZodType>(
  deps: Deps,
  actor: OperatorActor,
  input: CommandInput,
  command: Command<S>,
  work: (tx: Tx) => Promise<z.output<S>>,
): Promise<z.output<S>> {
  if (!roleAllows(actor.role, 'operator')) throw new DomainError('forbidden', 'a viewer may not give commands');
  if (input.workspaceId !== null) requireWorkspace(actor, input.workspaceId);
  const result = await inTransaction(deps.database, async (tx) => {
    await lock(tx, 'idempotencyKey', { credentialId: actor.credentialId, key: input.idempotencyKey });
    const earlier = await findEarlier(tx, actor, input, command);
    if (earlier) return command.output.parse(earlier.result);
    const done = await work(tx);
    await audit(deps, tx, actor, input, command, done);
    return done;
  });
  deps.signals.raise('facts');
  return result;
}

async function findEarlier(
  tx: Tx,
  { credentialId }: OperatorActor,
  { workspaceId, reason, idempotencyKey }: CommandInput,
  { action, target }: Command<z.ZodType>,
) {
  const earlier = await findCommand(tx, credentialId, idempotencyKey);
  if (!earlier) return undefined;
  const same =
    earlier.action === action &&
    earlier.target === target &&
    earlier.workspaceId === workspaceId &&
    earlier.reason === reason;
  if (!same) throw new DomainError('conflict', 'this idempotency key was used for another command');
  return earlier;
}

async function audit(
  deps: Deps,
  tx: Tx,
  { credentialId, name }: OperatorActor,
  { workspaceId, reason, idempotencyKey }: CommandInput,
  { action, target }: Command<z.ZodType>,
  result: unknown,
): Promise<void> {
  await insertAuditEntry(tx, {
    id: deps.newId(),
    credentialId,
    operator: name,
    idempotencyKey,
    workspaceId,
    action,
    target,
    reason,
    result,
  });
  const data = { action, target, reason, operator: name };
  await appendFacts(tx, [{ workspaceId, type: 'runners.admin.action', subject: target, data }]);
}
