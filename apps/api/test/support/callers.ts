import { issueCredential, registerSession, signOperator } from '@berth/core';
import { type CredentialKind, IssueCredentialInput, RegisterInput, type Role, type WorkspaceId } from '@berth/dto';
import { executions, type World } from '@berth/testing';
import type { z } from 'zod';

/** A token of every kind there is, each good for its own procedures. */
export type Tokens = Record<(typeof tokenKinds)[number], string>;
export const tokenKinds = ['service', 'operator', 'viewer', 'registration', 'session', 'lease', 'step'] as const;

export async function tokensOf(world: World): Promise<Tokens> {
  const { session, grant } = await executions.leased(world);
  return {
    ...world.tokens,
    viewer: await issue(world, { kind: 'operator', name: 'viewer', role: 'viewer', workspaceIds: [world.workspaceId] }),
    session: session.grant.sessionToken,
    lease: grant.leaseToken,
    step: grant.stepToken,
  };
}

/** A new credential's token. */
async function issue(world: World, input: z.input<typeof IssueCredentialInput>): Promise<string> {
  return (await issueCredential(world.deps, IssueCredentialInput.parse(input))).token;
}

/** A credential of this kind for these workspaces; null is the whole installation. */
export function issueFor(
  world: World,
  kind: CredentialKind,
  workspaceIds: WorkspaceId[] | null,
  role: Role = 'admin',
): Promise<string> {
  return issue(world, { kind, name: `${kind} of a test`, workspaceIds, ...(kind === 'operator' ? { role } : {}) });
}

/** A credential that was good and is not any more. */
export async function spentCredential(world: World, kind: CredentialKind, how: 'expired' | 'revoked'): Promise<string> {
  const role = kind === 'operator' ? { role: 'admin' as const } : {};
  const input = IssueCredentialInput.parse({ kind, name: how, workspaceIds: [world.workspaceId], ...role });
  const { id, token } = await issueCredential(world.deps, input);
  const { sql } = world.database;
  if (how === 'expired') await sql`update credentials set expires_at = now() - interval '1 second' where id = ${id}`;
  else await sql`update credentials set revoked_at = now() where id = ${id}`;
  return token;
}

/** Whatever is signed with these was signed a day ago: it has expired. */
const aDayAgo = (world: World) => ({ ...world.deps, now: () => new Date(Date.now() - 86_400_000) });

export async function expiredSessionToken(world: World): Promise<string> {
  const input = RegisterInput.parse({ labels: ['linux'] });
  return (await registerSession(aDayAgo(world), world.registration, input)).sessionToken;
}

export async function expiredLeaseToken(world: World): Promise<string> {
  return (await executions.leased({ ...world, deps: aDayAgo(world) })).grant.leaseToken;
}

/** What a signed-in console sends along. */
export async function cookieOf(world: World): Promise<string> {
  return `berth=${await signOperator(world.deps, world.operator.credentialId)}`;
}
