import { claimExecutions, closeSession, registerSession, renewSession, verifySession } from '@berth/core';
import { revokeCredential } from '@berth/db';
import { ClaimInput, RegisterInput } from '@berth/dto';
import { executions, sessions, test } from '@berth/testing';
import { describe, expect } from 'vitest';

describe('runner sessions', () => {
  test('[SES-01 decided] register with canonical labels, no machine, no cap; the token names the session', async ({
    world,
  }) => {
    const input = RegisterInput.parse({ labels: [' Linux ', 'x64', 'linux'], name: 'builder-1' });
    const grant = await registerSession(world.deps, world.registration, input);
    expect(grant).toMatchObject({ labels: ['linux', 'x64'], maxClaims: null, workspaceId: world.workspaceId });
    const [row] = await world.database.sql`select * from runner_sessions where id = ${grant.sessionId}`;
    expect(row).toMatchObject({
      kind: 'manual',
      labels: ['linux', 'x64'],
      provisioner_id: null,
      claims_used: 0,
      name: 'builder-1',
    });
    expect(await verifySession(world.deps, grant.sessionToken)).toMatchObject({ sessionId: grant.sessionId });
  });

  test('[REG-02] keep the tools they report', async ({ world }) => {
    const capabilities = { harnesses: { pi: ['bash', 'git'], claude: [] } };
    const { grant } = await sessions.liveSession(world, { capabilities });
    const [row] = await world.database.sql`
      select tool_capabilities, capabilities_reported_at is not null as reported from runner_sessions where id = ${grant.sessionId}`;
    expect(row).toEqual({ tool_capabilities: capabilities, reported: true });
  });

  test('[REG-09] one registration credential makes any number of them', async ({ world }) => {
    const one = await sessions.liveSession(world, { labels: ['a'] });
    const two = await sessions.liveSession(world, { labels: ['b'] });
    expect(one.grant.sessionId).not.toBe(two.grant.sessionId);
  });

  test('renew their token while they are open and their credential is good', async ({ world }) => {
    const { actor } = await sessions.liveSession(world, { labels: ['linux'] });
    const renewed = await renewSession(world.deps, actor);
    expect(renewed).toMatchObject({ sessionId: actor.sessionId, labels: ['linux'] });
    expect(await verifySession(world.deps, renewed.sessionToken)).toEqual(actor);
    await revokeCredential(world.database.sql, world.registration.credentialId, null);
    await expect(renewSession(world.deps, actor)).rejects.toMatchObject({ reason: 'session_revoked' });
  });

  test('close once; leases they hold run on', async ({ world }) => {
    const { session, lease } = await executions.running(world);
    expect(await closeSession(world.deps, session.actor)).toEqual({ closed: true });
    expect(await closeSession(world.deps, session.actor)).toEqual({ closed: false });
    await expect(renewSession(world.deps, session.actor)).rejects.toMatchObject({ reason: 'session_revoked' });
    const claim = claimExecutions(world.deps, session.actor, ClaimInput.parse({ requestId: world.newId() }));
    await expect(claim).rejects.toMatchObject({ reason: 'session_revoked' });
    const [held] = await world.database.sql`select 1 as held from leases where execution_id = ${lease.executionId}`;
    expect(held).toEqual({ held: 1 });
  });

  test('are not made in a suspended workspace', async ({ world }) => {
    await world.database.sql`update workspaces set status = 'suspended' where id = ${world.workspaceId}`;
    await expect(sessions.liveSession(world)).rejects.toMatchObject({ reason: 'workspace_inactive' });
  });
});
