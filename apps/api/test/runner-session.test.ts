import { verifySession } from '@berth/core';
import { CloseSessionOutput, SessionGrant } from '@berth/dto';
import type { World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { type RunningApi, test } from './support/api.ts';
import { spentCredential } from './support/callers.ts';
import { claim, enqueue, register } from './support/jobs.ts';
import { rowsOf } from './support/rows.ts';

const registerWith = (api: RunningApi, token: string, body: unknown) =>
  api.call('runner.sessions.register', { token, body });
const renew = (api: RunningApi, { sessionToken }: SessionGrant) =>
  api.call('runner.sessions.renew', { token: sessionToken });
const close = (api: RunningApi, { sessionToken }: SessionGrant) =>
  api.call('runner.sessions.close', { token: sessionToken });

describe('registering a runner', () => {
  test('[REG-01 decided] answers a session without a cap, with canonical labels in row and answer', async ({
    world,
    api,
  }) => {
    const grant = await register(api, world, [' Linux ', 'X64', 'linux']);
    expect(grant).toMatchObject({ workspaceId: world.workspaceId, labels: ['linux', 'x64'], maxClaims: null });
    expect(await verifySession(api.deps, grant.sessionToken)).toMatchObject({ sessionId: grant.sessionId });
    expect(await rowOf(world, grant)).toMatchObject({
      kind: 'manual',
      labels: ['linux', 'x64'],
      max_claims: null,
      tool_capabilities: null,
      capabilities_reported_at: null,
    });
  });

  test('[REG-02] stores the tools it reports, and when', async ({ world, api }) => {
    const capabilities = { harnesses: { pi: ['bash'], claude: ['edit', 'read'] } };
    const answer = await registerWith(api, world.tokens.registration, { labels: ['linux'], capabilities });
    const row = await rowOf(world, answer.as(SessionGrant));
    expect(row).toMatchObject({ tool_capabilities: capabilities, capabilities_reported_at: expect.any(String) });
  });

  test('[REG-08] with a tool named twice is refused with 400, and makes no session', async ({ world, api }) => {
    const capabilities = { harnesses: { claude: ['edit', 'edit'] } };
    const answer = await registerWith(api, world.tokens.registration, { labels: ['linux'], capabilities });
    expect(answer.refusal().reason).toBe('invalid_input');
    expect(answer.status).toBe(400);
    expect(await rowsOf(world)).toMatchObject({ sessions: 0 });
  });

  test('[REG-09] twice with one credential makes two sessions, each with its own labels', async ({ world, api }) => {
    const [one, two] = [await register(api, world, ['a']), await register(api, world, ['b'])];
    expect(one.sessionId).not.toBe(two.sessionId);
    expect([one.labels, two.labels]).toEqual([['a'], ['b']]);
    expect(await rowsOf(world)).toMatchObject({ sessions: 2 });
  });

  test('[REG-10] with an expired credential is refused with 401', async ({ world, api }) => {
    const token = await spentCredential(world, 'registration', 'expired');
    const answer = await registerWith(api, token, { labels: ['linux'] });
    expect([answer.status, answer.refusal().reason]).toEqual([401, 'credential_expired']);
  });

  test('[REG-11] with a revoked credential is refused with 401', async ({ world, api }) => {
    const token = await spentCredential(world, 'registration', 'revoked');
    const answer = await registerWith(api, token, { labels: ['linux'] });
    expect([answer.status, answer.refusal().reason]).toEqual([401, 'credential_revoked']);
  });

  test('[REG-12] with a token of an unknown prefix is refused with 401', async ({ world, api }) => {
    const token = world.tokens.registration.replace('bth_reg_', 'bth_zzz_');
    const answer = await registerWith(api, token, { labels: ['linux'] });
    expect([answer.status, answer.refusal().reason]).toEqual([401, 'unauthenticated']);
  });
});

describe('a session', () => {
  test('renews its token: the new one claims, and the old one until its own time', async ({ world, api }) => {
    const old = await register(api, world);
    const fresh = (await renew(api, old)).as(SessionGrant);
    expect(fresh).toMatchObject({ sessionId: old.sessionId, labels: old.labels, sessionTokenSeconds: 3_600 });
    await enqueue(api, world);
    await enqueue(api, world);
    expect(await claim(api, world, fresh)).toHaveLength(1);
    expect(await claim(api, world, old)).toHaveLength(1);
  });

  test('says goodbye once; then it neither claims nor renews', async ({ world, api }) => {
    const session = await register(api, world);
    expect((await close(api, session)).as(CloseSessionOutput)).toEqual({ closed: true });
    expect((await close(api, session)).as(CloseSessionOutput)).toEqual({ closed: false });
    const claimed = await api.call('runner.leases.claim', {
      token: session.sessionToken,
      body: { requestId: world.newId() },
    });
    for (const answer of [claimed, await renew(api, session)]) {
      expect([answer.status, answer.refusal().reason]).toEqual([401, 'session_revoked']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="berth"');
    }
  });

  test('whose credential was revoked does not renew', async ({ world, api }) => {
    const session = await register(api, world);
    await world.database.sql`update credentials set revoked_at = now() where id = ${world.registration.credentialId}`;
    const answer = await renew(api, session);
    expect([answer.status, answer.refusal().reason]).toEqual([401, 'session_revoked']);
  });

  test('holds no more leases than it asked for', async ({ world, api }) => {
    const answer = await registerWith(api, world.tokens.registration, { labels: ['linux'], maxConcurrent: 1 });
    const session = answer.as(SessionGrant);
    await enqueue(api, world);
    await enqueue(api, world);
    expect(await claim(api, world, session)).toHaveLength(1);
    expect(await claim(api, world, session)).toHaveLength(0);
  });
});

async function rowOf({ database }: World, { sessionId }: SessionGrant) {
  const [row] = await database.sql`select * from runner_sessions where id = ${sessionId}`;
  return row;
}
