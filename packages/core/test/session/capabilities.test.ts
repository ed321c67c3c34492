import { getCapabilities, heartbeat } from '@berth/core';
import { SessionKey, ToolCapabilities } from '@berth/dto';
import { createWorld, executions, sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { effectiveCapabilities, missingTools } from '../../src/session/capabilities.rules.ts';

const report: ToolCapabilities = { harnesses: { pi: ['bash', 'git'], claude: ['Edit'] } };
const nothing = { capabilities: { harnesses: {} }, reportFresh: false };

const keyOf = (world: World, sessionId: string) => SessionKey.parse({ workspaceId: world.workspaceId, sessionId });

describe('the report of a session', () => {
  test('[CAP-01] none, or one without its time, is empty', () => {
    expect(effectiveCapabilities(null, 5, 10)).toEqual(nothing);
    expect(effectiveCapabilities(report, null, 10)).toEqual(nothing);
  });

  test('[CAP-02] counts up to its age, not beyond', () => {
    expect(effectiveCapabilities(report, 11, 10)).toEqual(nothing);
    expect(effectiveCapabilities(report, 10, 10)).toEqual({ capabilities: report, reportFresh: true });
  });

  test('[CAP-03] [CAP-04] misses tools per harness, by exact name, in the order asked', () => {
    expect(missingTools(report, 'pi', ['git', 'bash'])).toEqual([]);
    expect(missingTools(report, 'pi', ['rg', 'git', 'Bash', 'Edit'])).toEqual(['rg', 'Bash', 'Edit']);
    expect(missingTools({ harnesses: {} }, 'claude', ['Edit'])).toEqual(['Edit']);
  });

  test('[CAP-07] is full, partial or empty; duplicates, unknown harnesses and odd values are refused', () => {
    const good = [report, { harnesses: { pi: [] } }, { harnesses: {} }];
    for (const sound of good) expect(ToolCapabilities.safeParse(sound).success).toBe(true);
    const bad = [
      null,
      {},
      { harnesses: null },
      { harnesses: { pi: ['a', 'a'] } },
      { harnesses: { other: [] } },
      { harnesses: {}, more: 1 },
      { harnesses: { pi: [''] } },
      { harnesses: { pi: [1] } },
    ];
    for (const odd of bad) expect(ToolCapabilities.safeParse(odd).success).toBe(false);
  });

  test('[CAP-05] [CAP-08] is answered as plain JSON while it is fresh', async ({ world }) => {
    const { lease } = await executions.leased(world);
    await heartbeat(world.deps, lease, { capabilities: report });
    const answer = await getCapabilities(world.deps, world.service, keyOf(world, lease.sessionId));
    expect(JSON.parse(JSON.stringify(answer))).toEqual({ capabilities: report, reportFresh: true });
  });

  test('[CAP-06] none, one of an hour ago, and an unknown session offer nothing', async ({ world }) => {
    const { actor } = await sessions.liveSession(world, { capabilities: report });
    const ask = (sessionId: string) => getCapabilities(world.deps, world.service, keyOf(world, sessionId));
    await world.database.sql`
      update runner_sessions set capabilities_reported_at = now() - interval '1 hour' where id = ${actor.sessionId}`;
    expect(await ask(actor.sessionId)).toEqual(nothing);
    expect(await ask((await sessions.liveSession(world)).actor.sessionId)).toEqual(nothing);
    expect(await ask(world.newId())).toEqual(nothing);
  });

  test('is not for another tenant', async ({ world }) => {
    const { actor } = await sessions.liveSession(world, { capabilities: report });
    const foreign = await createWorld(world.database);
    const asked = getCapabilities(foreign.deps, foreign.service, keyOf(world, actor.sessionId));
    await expect(asked).rejects.toMatchObject({ reason: 'forbidden' });
  });

  test('[CLM-15] never keeps a session from a claim', async ({ world }) => {
    const one = await sessions.liveSession(world, { labels: ['a'], capabilities: report });
    const other = await sessions.liveSession(world, { labels: ['a'] });
    await executions.leased(world, { session: one, labels: ['a'] });
    await executions.leased(world, { session: other, labels: ['a'] });
  });
});
