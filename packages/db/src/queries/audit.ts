import { and, eq } from 'drizzle-orm';
import { auditEntries } from '../schema/index.ts';
import type { Tx } from '../transaction.ts';

export type AuditEntry = typeof auditEntries.$inferInsert;

/** The command that was given under this key before, if any. The caller holds the key. */
export async function findCommand(tx: Tx, credentialId: string, idempotencyKey: string) {
  const [entry] = await tx.orm
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.credentialId, credentialId), eq(auditEntries.idempotencyKey, idempotencyKey)));
  return entry;
}

export async function insertAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.orm.insert(auditEntries).values(entry);
}
