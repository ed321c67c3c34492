import { claimExecutions, closeSession, enqueueExecutions, heartbeat } from '@berth/core';
import { ClaimInput, EnqueueInput, type ExecutionId } from '@berth/dto';
import { createWorld, executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

type Session = Awaited<ReturnType<typeof sessions.liveSession>>;

async function claim(world: World, { actor }: Session, input: Partial<ClaimInput> = {}): Promise<ExecutionId[]> {
  const { leases } = await claimExecutions(world.deps, actor, ClaimInput.parse({ requestId: world.newId(), ...input }));
  return leases.map((lease) => lease.executionId);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('claim', () => {
  test('[CLM-01] answers the ids of the job', async ({ world }) => {
    const item = executions.request(world);
    const session = await sessions.liveSession(world);
    const input = EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [item] });
    await enqueueExecutions(world.deps, world.service, input);
    const { leases } = await claimExecutions(world.deps, session.actor, ClaimInput.parse({ requestId: world.newId() }));
    const { labels: _, ...ids } = item;
    expect(leases).toMatchObject([ids]);
  });

  test('[CLM-02] tells claimed once, at the time the lease started', async ({ world }) => {
    const { executionId, grant } = await executions.leased(world);
    const told = await world.database.sql`
      select data from events where subject = ${executionId} and type = 'runners.job.claimed'`;
    const [lease] = await world.database.sql`select started_at from leases where execution_id = ${executionId}`;
    expect(told).toHaveLength(1);
    expect(told[0]?.data).toMatchObject({
      executionId,
      fence: grant.fence,
      claimedAt: new Date(lease?.started_at).toISOString(),
    });
  });

  test('[CLM-04] [CLM-05] moves the entry to a lease without a first beat', async ({ world }) => {
    const { executionId, session } = await executions.leased(world);
    const [lease] = await world.database.sql`select * from leases where execution_id = ${executionId}`;
    expect(lease).toMatchObject({
      session_id: session.actor.sessionId,
      runner_labels: session.grant.labels,
      first_heartbeat_at: null,
      provisioner_id: null,
      provider_runner_id: null,
    });
    const entries = await world.database.sql`select 1 from queue_entries where execution_id = ${executionId}`;
    expect(entries).toHaveLength(0);
  });

  test('[CLM-06] [CLM-17] takes the oldest first, again and again', async ({ world }) => {
    const session = await sessions.liveSession(world);
    const newer = await executions.queued(world, { queuedAt: minutesAgo(1) });
    const older = await executions.queued(world, { queuedAt: minutesAgo(2) });
    expect(await claim(world, session)).toEqual([older]);
    expect(await claim(world, session)).toEqual([newer]);
    expect(await claim(world, session)).toEqual([]);
  });

  test('a higher priority goes before an older one', async ({ world }) => {
    const session = await sessions.liveSession(world);
    const older = await executions.queued(world, { queuedAt: minutesAgo(9) });
    const urgent = await executions.queued(world, { priority: 5 });
    expect(await claim(world, session, { maxLeases: 2 })).toEqual([urgent, older]);
  });

  test('keeps the order over label sets', async ({ world }) => {
    const session = await sessions.liveSession(world, { labels: ['linux', 'x64', 'docker'] });
    const third = await executions.queued(world, { labels: ['linux'], queuedAt: minutesAgo(1) });
    const first = await executions.queued(world, { labels: ['docker'], queuedAt: minutesAgo(3) });
    const second = await executions.queued(world, { labels: ['linux', 'x64'], queuedAt: minutesAgo(2) });
    expect(await claim(world, session, { maxLeases: 3 })).toEqual([first, second, third]);
  });

  test('[CLM-07] [CLM-08] passes older entries over that do not fit', async ({ world }) => {
    const session = await sessions.liveSession(world, { labels: ['linux'] });
    await executions.queued(world, { labels: ['windows'], queuedAt: minutesAgo(9) });
    const older = await executions.queued(world, { queuedAt: minutesAgo(2) });
    await executions.queued(world, { queuedAt: minutesAgo(1) });
    expect(await claim(world, session)).toEqual([older]);
  });

  test('[CLM-09] [CLM-10] a subset of the labels fits, and the same set', async ({ world }) => {
    const session = await sessions.liveSession(world, { labels: ['linux', 'x64'] });
    const subset = await executions.queued(world, { labels: ['x64'], queuedAt: minutesAgo(2) });
    const equal = await executions.queued(world, { labels: ['linux', 'x64'] });
    expect(await claim(world, session, { maxLeases: 9 })).toEqual([subset, equal]);
  });

  test('[CLM-11] [CLM-03] nothing that fits answers nothing and tells nothing', async ({ world }) => {
    const session = await sessions.liveSession(world, { labels: ['linux'] });
    await executions.queued(world, { labels: ['linux', 'gpu'] });
    expect(await claim(world, session)).toEqual([]);
    const told = await world.database.sql`
      select 1 from events where workspace_id = ${world.workspaceId} and type = 'runners.job.claimed'`;
    expect(told).toHaveLength(0);
  });

  test('[CLM-14] never crosses the workspace', async ({ world }) => {
    const foreign = await createWorld(world.database);
    await executions.queued(foreign);
    const session = await sessions.liveSession(world);
    expect(await claim(world, session)).toEqual([]);
  });

  test('a session is known in its own workspace only', async ({ world }) => {
    const foreign = await createWorld(world.database);
    const { actor } = await sessions.liveSession(world);
    const input = ClaimInput.parse({ requestId: world.newId() });
    const claimed = claimExecutions(world.deps, { ...actor, workspaceId: foreign.workspaceId }, input);
    await expect(claimed).rejects.toMatchObject({ reason: 'session_not_found' });
  });

  test('takes no more than maxConcurrent at one time', async ({ world }) => {
    const session = await sessions.liveSession(world, { maxConcurrent: 2 });
    for (let n = 0; n < 3; n++) await executions.queued(world);
    expect(await claim(world, session, { maxLeases: 9 })).toHaveLength(2);
    expect(await claim(world, session)).toEqual([]);
  });

  test('the same request again answers the same lease, until it has beaten', async ({ world }) => {
    const session = await sessions.liveSession(world);
    const requestId = world.newId();
    const executionId = await executions.queued(world);
    await executions.queued(world);
    expect(await claim(world, session, { requestId })).toEqual([executionId]);
    const { leases } = await claimExecutions(world.deps, session.actor, ClaimInput.parse({ requestId }));
    expect(leases.map((lease) => lease.executionId)).toEqual([executionId]);
    for (const grant of leases) await heartbeat(world.deps, await executions.leaseActor(world, grant), {});
    await expect(claim(world, session, { requestId })).rejects.toMatchObject({ reason: 'request_spent' });
  });

  test('a closed session claims nothing', async ({ world }) => {
    const session = await sessions.liveSession(world);
    await executions.queued(world);
    await closeSession(world.deps, session.actor);
    await expect(claim(world, session)).rejects.toMatchObject({ reason: 'session_revoked' });
  });

  test('a suspended workspace grants nothing', async ({ world }) => {
    const session = await sessions.liveSession(world);
    await executions.queued(world);
    await world.database.sql`update workspaces set status = 'suspended' where id = ${world.workspaceId}`;
    expect(await claim(world, session)).toEqual([]);
  });

  test('a waiting claim is woken by an enqueue of its process', async ({ world }) => {
    const session = await sessions.liveSession(world);
    const waiting = claim(world, session, { waitSeconds: 50 });
    const executionId = await executions.queued(world);
    expect(await waiting).toEqual([executionId]);
  });

  test('a waiting claim ends empty when its caller goes', async ({ world }) => {
    const session = await sessions.liveSession(world);
    const caller = new AbortController();
    const input = ClaimInput.parse({ requestId: world.newId(), waitSeconds: 50 });
    const waiting = claimExecutions(world.deps, session.actor, input, caller.signal);
    caller.abort();
    expect(await waiting).toEqual({ leases: [] });
  });

  test('an entry that is leased already is dropped and charged to nobody', async ({ world }) => {
    const { executionId } = await executions.leased(world);
    const [lease] = await world.database.sql`select * from leases where execution_id = ${executionId}`;
    await world.database.sql`
      insert into queue_entries (workspace_id, execution_id, label_set_id, priority, queued_at, seq)
      select workspace_id, execution_id, label_set_id, priority, queued_at - interval '1 hour', seq
      from leases where execution_id = ${executionId}`;
    const session = await sessions.liveSession(world, { labels: lease?.runner_labels });
    const sound = await executions.queued(world, { labels: lease?.runner_labels });
    expect(await claim(world, session)).toEqual([]);
    expect(await claim(world, session)).toEqual([sound]);
  });

  test('many sessions at once: nobody gets what another has, nothing is left', async ({ world }) => {
    const queued: ExecutionId[] = [];
    for (let n = 0; n < 30; n++) queued.push(await executions.queued(world));
    const runners = await Promise.all(Array.from({ length: 10 }, () => sessions.liveSession(world)));
    const got: ExecutionId[] = [];
    while (got.length < queued.length)
      got.push(...(await Promise.all(runners.map((runner) => claim(world, runner, { maxLeases: 2 })))).flat());
    expect([...got].sort()).toEqual([...queued].sort());
  });
});
