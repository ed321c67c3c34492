import { cancelExecutions, claimExecutions, giveBackLeases, heartbeat } from '@berth/core';
import { ClaimInput, TerminalStatus } from '@berth/dto';
import { executions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { decideGiveBack } from '../../src/lease/give-back.rules.ts';

const entryOf = async (world: World, executionId: string) => {
  const [row] = await world.database.sql`
    select queued_at, seq, starts from queue_entries where execution_id = ${executionId}`;
  return row;
};

describe('giving an undelivered claim back', () => {
  test('puts it to its old place, no start spent, and the same request may come again', async ({ world }) => {
    const fixture = await executions.leased(world);
    const [place] = await world.database.sql`
      select queued_at, seq from leases where execution_id = ${fixture.executionId}`;
    await giveBackLeases(world.deps, fixture.session.actor, [fixture.grant]);
    expect(await entryOf(world, fixture.executionId)).toEqual({ ...place, starts: 0 });
    const claim = ClaimInput.parse({ requestId: world.newId() });
    const { leases } = await claimExecutions(world.deps, fixture.session.actor, claim);
    expect(leases).toMatchObject([{ executionId: fixture.executionId }]);
    await expect(heartbeat(world.deps, fixture.lease, {})).rejects.toMatchObject({ reason: 'lease_lost' });
  });

  test('leaves the answer to a later request of the session as it is', async ({ world }) => {
    const first = await executions.leased(world);
    const { actor, grant } = first.session;
    const second = await executions.queued(world, { labels: grant.labels });
    const later = ClaimInput.parse({ requestId: world.newId() });
    await claimExecutions(world.deps, actor, later);
    await giveBackLeases(world.deps, actor, [first.grant]);
    const { leases } = await claimExecutions(world.deps, actor, later);
    expect(leases.map((lease) => lease.executionId)).toEqual([second]);
  });

  test('leaves a lease alone that has beaten', async ({ world }) => {
    const fixture = await executions.running(world);
    await giveBackLeases(world.deps, fixture.session.actor, [fixture.grant]);
    expect(await heartbeat(world.deps, fixture.lease, {})).toMatchObject({ cancel: false });
  });

  test('leaves a lease alone that is held under another fence', async ({ world }) => {
    const fixture = await executions.leased(world);
    await giveBackLeases(world.deps, fixture.session.actor, [{ ...fixture.grant, fence: fixture.grant.fence - 1 }]);
    expect(await heartbeat(world.deps, fixture.lease, {})).toMatchObject({ cancel: false });
  });

  test('ends what was cancelled meanwhile', async ({ world }) => {
    const { executionId, grant, session } = await executions.leased(world);
    await cancelExecutions(world.deps, world.service, { workspaceId: world.workspaceId, executionIds: [executionId] });
    await giveBackLeases(world.deps, session.actor, [grant]);
    const [row] = await world.database.sql`select outcome from job_executions where execution_id = ${executionId}`;
    expect(row?.outcome).toBe('cancelled');
    expect(await entryOf(world, executionId)).toBeUndefined();
  });
});

describe('decideGiveBack, over every combination', () => {
  const words = [null, ...TerminalStatus.options];
  for (const terminatedAs of words)
    for (const cancelRequested of [true, false]) {
      test(`beaten, ${terminatedAs}, cancel ${cancelRequested}: kept`, () => {
        expect(decideGiveBack({ started: true, cancelRequested, terminatedAs })).toEqual({ action: 'keep' });
      });
      test(`not beaten, ${terminatedAs}, cancel ${cancelRequested}`, () => {
        const decided = decideGiveBack({ started: false, cancelRequested, terminatedAs });
        if (terminatedAs) expect(decided).toEqual({ action: 'finish', outcome: terminatedAs });
        else if (cancelRequested) expect(decided).toEqual({ action: 'finish', outcome: 'cancelled' });
        else expect(decided).toEqual({ action: 'requeue' });
      });
    }
});
