import { createHash } from 'node:crypto';
import { authenticateToken, issueByOperator, listCredentials, revokeByOperator } from '@berth/core';
import { IssueCommand, IssueCredentialInput, ListCredentialsInput, RevokeCredentialCommand } from '@berth/dto';
import { createWorld, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

const words = (world: World) => ({ reason: 'a new build host', idempotencyKey: world.newId() });
const commandFor = (world: World, more: Record<string, unknown> = {}) =>
  IssueCommand.parse({
    kind: 'registration',
    name: 'host 7',
    workspaceIds: [world.workspaceId],
    ...words(world),
    ...more,
  });
const issue = (world: World, more: Record<string, unknown> = {}) =>
  issueByOperator(world.deps, world.operator, commandFor(world, more));
const revoke = (world: World, credentialId: string) =>
  revokeByOperator(world.deps, world.operator, RevokeCredentialCommand.parse({ credentialId, ...words(world) }));
const namesOf = async (world: World) => {
  const listed = await listCredentials(
    world.deps,
    world.operator,
    ListCredentialsInput.parse({ kind: 'registration' }),
  );
  return listed.map((credential) => credential.name);
};

describe('an admin issues a credential', () => {
  test('[TOK-01] only its hash and a display prefix are kept, with workspace and name', async ({ world }) => {
    const { id, token, prefix } = await issue(world);
    expect(token).toMatch(/^bth_reg_/);
    expect(prefix).toBe(token.slice(0, 12));
    const [row] = await world.database.sql`select * from credentials where id = ${id}`;
    expect(row).toMatchObject({
      prefix,
      name: 'host 7',
      workspace_ids: [world.workspaceId],
      created_by: world.operator.credentialId,
    });
    expect(Buffer.from(row?.hash)).toEqual(createHash('sha256').update(token).digest());
    const [kept] = await world.database.sql<{ found: boolean }[]>`
      select exists(select from audit_entries a where a::text like ${`%${token}%`})
        or exists(select from events e where e::text like ${`%${token}%`}) as found`;
    expect(kept?.found).toBe(false);
  });

  test('[TOK-02] its token speaks for that workspace; an unknown one for nobody', async ({ world }) => {
    const { id, token } = await issue(world);
    const actor = await authenticateToken(world.deps, token);
    expect(actor).toEqual({ kind: 'registration', credentialId: id, workspaceId: world.workspaceId });
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    await expect(authenticateToken(world.deps, other)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  test('[TOK-08] [TOK-11] it expires after its time, at most a year; without one, never', async ({ world }) => {
    const { id } = await issue(world, { ttlSeconds: 31_536_000 });
    const [row] = await world.database.sql<{ seconds: number }[]>`
      select extract(epoch from expires_at - created_at)::int as seconds from credentials where id = ${id}`;
    expect(row?.seconds).toBe(31_536_000);
    const tooLong = { kind: 'service', name: 'x', ttlSeconds: 31_536_001 };
    expect(IssueCredentialInput.safeParse(tooLong).success).toBe(false);
    const { id: lasting } = await issue(world);
    const [never] = await world.database.sql`select expires_at from credentials where id = ${lasting}`;
    expect(never?.expires_at).toBeNull();
  });

  test('the same key again is a conflict, and issues nothing', async ({ world }) => {
    const command = commandFor(world);
    await issueByOperator(world.deps, world.operator, command);
    await expect(issueByOperator(world.deps, world.operator, command)).rejects.toMatchObject({ reason: 'conflict' });
    expect((await namesOf(world)).filter((name) => name === 'host 7')).toHaveLength(1);
  });

  test('only for workspaces of their own, that are there, and only as admin', async ({ world }) => {
    const foreign = await createWorld(world.database);
    const all = { kind: 'service', workspaceIds: null };
    await expect(issue(world, { workspaceIds: [foreign.workspaceId] })).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(issue(world, all)).rejects.toMatchObject({ reason: 'forbidden' });
    const root = { ...world.operator, workspaceIds: null };
    const unknown = commandFor(world, { workspaceIds: [world.newId()] });
    await expect(issueByOperator(world.deps, root, unknown)).rejects.toMatchObject({ reason: 'workspace_not_found' });
    const operator = { ...world.operator, role: 'operator' as const };
    const refused = issueByOperator(world.deps, operator, commandFor(world));
    await expect(refused).rejects.toMatchObject({ reason: 'forbidden' });
  });

  test('a role is for operators, and a registration credential for one workspace', async ({ world }) => {
    await expect(issue(world, { role: 'viewer' })).rejects.toMatchObject({ reason: 'invalid_input' });
    await expect(issue(world, { kind: 'operator' })).rejects.toMatchObject({ reason: 'invalid_input' });
  });
});

describe('an admin revokes a credential', () => {
  test('[TOK-04] [TOK-05] it opens nothing any more and leaves the list, as an expired and a foreign one never stand there', async ({
    world,
  }) => {
    const { id, token } = await issue(world);
    const expired = await issue(world, { name: 'expired' });
    await world.database.sql`update credentials set expires_at = now() - interval '1 second' where id = ${expired.id}`;
    await issue(await createWorld(world.database), { name: 'foreign' });
    expect(await namesOf(world)).toEqual(['host 7', 'runners']);
    await revoke(world, id);
    expect(await namesOf(world)).toEqual(['runners']);
    await expect(authenticateToken(world.deps, token)).rejects.toMatchObject({ reason: 'credential_revoked' });
    await expect(authenticateToken(world.deps, expired.token)).rejects.toMatchObject({ reason: 'credential_expired' });
  });

  test('[TOK-03] within their own workspaces only', async ({ world }) => {
    const foreign = await createWorld(world.database);
    await expect(revoke(world, foreign.registration.credentialId)).rejects.toMatchObject({
      reason: 'credential_not_found',
    });
    expect(await authenticateToken(foreign.deps, foreign.tokens.registration)).toMatchObject({ kind: 'registration' });
  });
});
