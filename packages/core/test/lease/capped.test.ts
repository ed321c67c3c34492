import { claimExecutions, verifyLease } from '@berth/core';
import { ClaimInput, LeaseGrant } from '@berth/dto';
import { createWorld, executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

type Session = Awaited<ReturnType<typeof sessions.liveSession>>;

const claim = (world: World, { actor }: Session, more = {}) =>
  claimExecutions(world.deps, actor, ClaimInput.parse({ requestId: world.newId(), ...more }));
const rowOf = async (world: World, { actor }: Session) => {
  const [row] = await world.database.sql`select * from runner_sessions where id = ${actor.sessionId}`;
  return row;
};

/** A session of a machine, with a cap; made by hand until machines register themselves. */
async function capped(world: World, cap = 1): Promise<Session> {
  const session = await sessions.liveSession(world);
  const provisionerId = world.newId();
  const { sql } = world.database;
  await sql`insert into provisioners (id, scope, name) values (${provisionerId}, 'installation', ${provisionerId})`;
  await sql`
    update runner_sessions set kind = 'ephemeral', max_claims = ${cap}, provisioner_id = ${provisionerId}, provider_runner_id = 'i-7'
    where id = ${session.actor.sessionId}`;
  return session;
}

describe('a capped session', () => {
  test('[CLM-18] [REQ-07 decided] is exhausted after its claims, by the cap on record', async ({ world }) => {
    const session = await capped(world);
    await executions.queued(world);
    await executions.queued(world);
    expect((await claim(world, session, { maxLeases: 2 })).leases).toHaveLength(1);
    await expect(claim(world, session)).rejects.toMatchObject({ reason: 'session_exhausted' });
  });

  test('[CLM-19] uses no claim on an empty queue', async ({ world }) => {
    const session = await capped(world);
    expect(await claim(world, session)).toEqual({ leases: [] });
    expect(await rowOf(world, session)).toMatchObject({ claims_used: 0 });
    await executions.queued(world);
    await claim(world, session);
    expect(await rowOf(world, session)).toMatchObject({ claims_used: 1 });
  });

  test('[CLM-21] hands its provisioner and machine on to the lease', async ({ world }) => {
    const session = await capped(world);
    const executionId = await executions.queued(world);
    await claim(world, session);
    const { provisioner_id } = (await rowOf(world, session)) ?? {};
    const [lease] = await world.database.sql`select * from leases where execution_id = ${executionId}`;
    expect(lease).toMatchObject({ provisioner_id, provider_runner_id: 'i-7' });
  });

  test('[CLM-36 decided] [CLM-37 decided] that is missing is unknown, and revoked claims nothing, of whatever kind', async ({
    world,
  }) => {
    await executions.queued(world);
    const elsewhere = await sessions.liveSession(await createWorld(world.database));
    const missing = { ...elsewhere, actor: { ...elsewhere.actor, workspaceId: world.workspaceId } };
    await expect(claim(world, missing)).rejects.toMatchObject({ reason: 'session_not_found' });
    for (const session of [await capped(world), await sessions.liveSession(world)]) {
      await world.database.sql`update runner_sessions set revoked_at = now() where id = ${session.actor.sessionId}`;
      await expect(claim(world, session)).rejects.toMatchObject({ reason: 'session_revoked' });
    }
  });
});

describe('a claim', () => {
  test('[CLM-12 unreachable] no session is without labels', async ({ world }) => {
    const { actor } = await sessions.liveSession(world);
    const emptied = world.database.sql`update runner_sessions set labels = '{}' where id = ${actor.sessionId}`;
    await expect(emptied).rejects.toMatchObject({ constraint_name: 'runner_sessions_labels' });
  });

  test('[CLM-13] finds what fits behind what does not', async ({ world }) => {
    for (let n = 0; n < 8; n++) await executions.queued(world, { labels: ['windows'] });
    const executionId = await executions.queued(world);
    expect((await claim(world, await sessions.liveSession(world))).leases).toMatchObject([{ executionId }]);
  });

  test('[CLM-38] its token names what it is for, and the answer holds no steps', async ({ world }) => {
    const { grant, session, executionId } = await executions.leased(world);
    expect(await verifyLease(world.deps, 'lease', grant.leaseToken)).toMatchObject({
      workspaceId: world.workspaceId,
      executionId,
      jobId: grant.jobId,
      sessionId: session.actor.sessionId,
    });
    expect(Object.keys(grant)).not.toContain('steps');
  });

  test('[CLM-39] [REQ-08] of nothing makes no token; one of something is complete', async ({ world }) => {
    expect(await claim(world, await sessions.liveSession(world))).toEqual({ leases: [] });
    const { grant } = await executions.leased(world);
    expect(LeaseGrant.safeParse(grant).success).toBe(true);
    for (const broken of [{ leaseToken: undefined }, { executionId: 'x' }, { jobId: null }])
      expect(LeaseGrant.safeParse({ ...grant, ...broken }).success).toBe(false);
  });

  test('[CLM-23 decided] [CLM-25] renews the last contact when it is old, and not within the throttle', async ({
    world,
  }) => {
    const session = await sessions.liveSession(world);
    const seen = async () => (await rowOf(world, session))?.last_seen_at;
    const fresh = await seen();
    await claim(world, session);
    expect(await seen()).toBe(fresh);
    await world.database.sql`
      update runner_sessions set last_seen_at = now() - interval '1 minute' where id = ${session.actor.sessionId}`;
    const stale = await seen();
    await claim(world, session);
    expect(Date.parse(await seen())).toBeGreaterThan(Date.parse(stale));
  });

  test('[CLM-24 decided] that is granted renews it too', async ({ world }) => {
    const session = await sessions.liveSession(world);
    const before = (await rowOf(world, session))?.last_seen_at;
    await executions.queued(world);
    await claim(world, session);
    expect(Date.parse((await rowOf(world, session))?.last_seen_at)).toBeGreaterThan(Date.parse(before));
  });
});
