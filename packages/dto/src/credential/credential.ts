import { z } from 'zod';
import { CredentialId, WorkspaceId } from '../id.ts';
import { command } from '../operator/command.ts';
import { Instant } from '../page.ts';
import { text } from '../text.ts';

/** Kinds of opaque credentials that this release issues, with the prefix of their tokens. */
export const credentialPrefixes = { operator: 'bth_op_', service: 'bth_svc_', registration: 'bth_reg_' } as const;
export const CredentialKind = z.enum(['operator', 'service', 'registration']);
export type CredentialKind = z.infer<typeof CredentialKind>;

/** A viewer reads, an operator also intervenes, an admin also hands out credentials. */
export const Role = z.enum(['viewer', 'operator', 'admin']);
export type Role = z.infer<typeof Role>;
const rank: Record<Role, number> = { viewer: 0, operator: 1, admin: 2 };
export const roleAllows = (held: Role, needed: Role): boolean => rank[held] >= rank[needed];

/** `workspaceIds` null means the whole installation; a registration credential belongs to exactly one workspace. */
export const IssueCredentialInput = z.strictObject({
  kind: CredentialKind,
  name: text().trim().min(1).max(120),
  role: Role.optional(),
  workspaceIds: z.array(WorkspaceId).min(1).max(100).nullable().default(null),
  ttlSeconds: z.int().min(1).max(31_536_000).optional(),
});
export type IssueCredentialInput = z.infer<typeof IssueCredentialInput>;

/** An admin issues one at the console; like every command it says why. */
export const IssueCommand = z.strictObject({ ...IssueCredentialInput.shape, ...command });
export type IssueCommand = z.infer<typeof IssueCommand>;

export const ListCredentialsInput = z.strictObject({ kind: CredentialKind, workspaceId: WorkspaceId.optional() });
export type ListCredentialsInput = z.infer<typeof ListCredentialsInput>;

/** A usable credential; the token is never shown again. */
export const CredentialView = z.object({
  id: CredentialId,
  kind: CredentialKind,
  prefix: z.string(),
  name: z.string(),
  role: Role.nullable(),
  workspaceIds: z.array(WorkspaceId).nullable(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
});
export type CredentialView = z.infer<typeof CredentialView>;

export const RevokeCredentialCommand = z.strictObject({ credentialId: CredentialId, ...command });
export type RevokeCredentialCommand = z.infer<typeof RevokeCredentialCommand>;
export const RevokeCredentialOutput = z.object({ credentialId: CredentialId, revokedAt: Instant });

/** The token is shown here once and stored nowhere. */
export const IssuedCredential = z.object({
  id: CredentialId,
  kind: CredentialKind,
  token: z.string(),
  prefix: z.string(),
});
export type IssuedCredential = z.infer<typeof IssuedCredential>;
