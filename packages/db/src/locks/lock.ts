import type { Tx } from '../transaction.ts';
import type { LockKind } from './ladder.ts';

/** Keys of one kind. Executions and leases are keyed within a workspace. */
export type LockKeys = {
  idempotencyKey: { credentialId: string; key: string };
  session: { ids: readonly string[] };
  execution: { workspaceId: string; ids: readonly string[] };
  queueEntry: { workspaceId: string; ids: readonly string[] };
  lease: { workspaceId: string; ids: readonly string[] };
};

type Lockable = keyof LockKeys & LockKind;
type Statements = { [K in Lockable]: (tx: Tx, keys: LockKeys[K]) => Promise<unknown> };

/** Rows are locked in the order of their keys, so that two calls on the same rows never wait for one another. */
const waiting: Statements = {
  // The key's row does not exist yet when the first caller comes, so the key itself is what is locked.
  idempotencyKey: (tx, { credentialId, key }) =>
    tx.sql`select pg_advisory_xact_lock(hashtextextended(${`berth:idempotency:${credentialId}:${key}`}, 0))`,
  session: (tx, { ids }) =>
    tx.sql`select id from runner_sessions where id = any(${[...ids]}::uuid[]) order by id for no key update`,
  execution: (tx, { workspaceId, ids }) => tx.sql`
    select execution_id from job_executions
    where workspace_id = ${workspaceId} and execution_id = any(${[...ids]}::uuid[])
    order by execution_id for no key update`,
  queueEntry: (tx, { workspaceId, ids }) => tx.sql`
    select execution_id from queue_entries
    where workspace_id = ${workspaceId} and execution_id = any(${[...ids]}::uuid[])
    order by execution_id for update`,
  lease: (tx, { workspaceId, ids }) => tx.sql`
    select execution_id from leases
    where workspace_id = ${workspaceId} and execution_id = any(${[...ids]}::uuid[])
    order by execution_id for no key update`,
};

/**
 * Waits for the locks on `keys`; the only way to wait for one. Says nothing about the rows: what was read before the
 * wait is stale, so decide from a fresh statement after it.
 *
 * @throws LockOrderError before it waits, when a lock that ranks as high or higher is held.
 */
export async function lock<K extends Lockable>(tx: Tx, kind: K, keys: LockKeys[K]): Promise<void> {
  tx.ladder.climbTo(kind);
  await waiting[kind](tx, keys);
}
