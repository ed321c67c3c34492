import { CancelResult, ExecutionDetail, HeartbeatOutput, OperatorView } from '@berth/dto';
import { until, type World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { type RunningApi, startOn, test } from './support/api.ts';
import { enqueue, leaseOverHttp } from './support/jobs.ts';

const signIn = (api: RunningApi, token: string, headers: Record<string, string> = {}) =>
  api.call('operator.session.create', { body: { token }, headers });

/** What a browser would send back. */
const cookieOf = (setCookie: string | null) => ({ cookie: setCookie?.split(';', 1)[0] ?? '' });

describe('signing in', () => {
  test('sets a cookie that no script reads and no other site sends, and shows who is in', async ({ world, api }) => {
    const answer = await signIn(api, ` ${world.tokens.operator}\n`);
    expect(answer.as(OperatorView)).toEqual({
      credentialId: world.operator.credentialId,
      name: 'operator',
      role: 'admin',
      workspaceIds: [world.workspaceId],
    });
    const setCookie = answer.headers.get('set-cookie');
    expect(setCookie).toMatch(/^berth=eyJ[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(setCookie).not.toContain(world.tokens.operator);
    const seen = await api.query('operator.session.get', { headers: cookieOf(setCookie) });
    expect(seen.data()).toEqual(answer.data());
  });

  test('with a console on https binds the cookie to its origin', async ({ world }) => {
    const api = await startOn(world, { BERTH_CONSOLE_ORIGIN: 'https://console.example.com' });
    try {
      const setCookie = (await signIn(api, world.tokens.operator)).headers.get('set-cookie');
      expect(setCookie).toMatch(/^__Host-berth=eyJ[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
      const withName = (name: string) =>
        api.query('operator.session.get', {
          headers: { cookie: cookieOf(setCookie).cookie.replace('__Host-berth', name) },
        });
      expect((await withName('__Host-berth')).status).toBe(200);
      expect((await withName('berth')).status, 'the name that plain http could set').toBe(401);
    } finally {
      await api.stop();
    }
  });

  test('with anything but a good operator credential sets no cookie', async ({ world, api }) => {
    await world.database.sql`update credentials set revoked_at = now() where id = ${world.registration.credentialId}`;
    for (const token of ['nonsense', world.tokens.service, world.tokens.registration]) {
      const answer = await signIn(api, token);
      expect(answer.status).toBe(401);
      expect(['unauthenticated', 'credential_revoked']).toContain(answer.refusal().reason);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test('out takes the cookie away', async ({ world, api }) => {
    const headers = cookieOf((await signIn(api, world.tokens.operator)).headers.get('set-cookie'));
    const answer = await api.call('operator.session.delete', { headers });
    expect(answer.data()).toEqual({ signedOut: true });
    expect(answer.headers.get('set-cookie')).toBe('berth=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
    expect((await api.query('operator.session.get', { headers: { cookie: 'berth=' } })).status).toBe(401);
  });
});

describe('cancelling from the console', () => {
  test('reaches the runner with its next beat, is audited, and told as an event', async ({ world, api }) => {
    const headers = cookieOf((await signIn(api, world.tokens.operator)).headers.get('set-cookie'));
    const { item, lease } = await leaseOverHttp(api, world);
    const beat = () => api.call('runner.leases.heartbeat', { token: lease.leaseToken });
    expect((await beat()).as(HeartbeatOutput).cancel).toBe(false);

    const command = commandFor(world, item.executionId);
    const answer = await api.call('operator.executions.cancel', { headers, body: command });
    expect(answer.as(CancelResult)).toEqual({ executionId: item.executionId, result: 'requested' });
    expect((await beat()).as(HeartbeatOutput).cancel).toBe(true);

    expect(await auditOf(world)).toMatchObject([
      {
        operator: 'operator',
        credential_id: world.operator.credentialId,
        action: 'execution.cancel',
        target: item.executionId,
        reason: command.reason,
        result: { executionId: item.executionId, result: 'requested' },
      },
    ]);
    const seen = await api.query('operator.executions.get', {
      headers,
      input: { workspaceId: world.workspaceId, executionId: item.executionId },
    });
    expect(seen.as(ExecutionDetail).events.slice(-2)).toMatchObject([
      { type: 'runners.job.cancel_requested' },
      {
        type: 'runners.admin.action',
        data: { action: 'execution.cancel', target: item.executionId, reason: command.reason, operator: 'operator' },
      },
    ]);
  });

  test('of a queued execution ends it at once', async ({ world, api }) => {
    const { executionId } = await enqueue(api, world);
    const answer = await cancel(api, world, commandFor(world, executionId));
    expect(answer.as(CancelResult)).toEqual({ executionId, result: 'finished' });
  });

  test('sent twice under one key answers the same and is written once', async ({ world, api }) => {
    const { executionId } = await enqueue(api, world);
    const command = commandFor(world, executionId);
    const [first, again] = [await cancel(api, world, command), await cancel(api, world, command)];
    expect(again.text).toBe(first.text);
    expect(await auditOf(world)).toHaveLength(1);
  });

  test('sent at the same time under one key is done once', async ({ world, api }) => {
    const { executionId } = await enqueue(api, world);
    const command = commandFor(world, executionId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(api, world, command)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await auditOf(world)).toHaveLength(1);
  });

  test('under the key of another command is a conflict, and cancels nothing', async ({ world, api }) => {
    const [one, two] = [await enqueue(api, world), await enqueue(api, world)];
    const command = commandFor(world, one.executionId);
    await cancel(api, world, command);
    for (const other of [
      { ...command, executionId: two.executionId },
      { ...command, reason: 'another reason' },
    ]) {
      const answer = await cancel(api, world, other);
      expect([answer.status, answer.refusal().reason]).toEqual([409, 'conflict']);
    }
    expect(await auditOf(world)).toHaveLength(1);
    const [left] = await world.database.sql`select 1 from queue_entries where execution_id = ${two.executionId}`;
    expect(left).toBeDefined();
  });

  test('of an execution that there is not is refused and leaves no trace', async ({ world, api }) => {
    const answer = await cancel(api, world, commandFor(world, world.newId()));
    expect([answer.status, answer.refusal().reason]).toEqual([404, 'execution_not_found']);
    expect(await auditOf(world)).toEqual([]);
  });
});

test('the overview shows the loops of the api at work', async ({ lonelyWorld, lonelyApi }) => {
  const { token } = { token: lonelyWorld.tokens.operator };
  const loops = await until('every loop to have run', async () => {
    const answer = await lonelyApi.query('operator.overview.get', { token });
    const text = answer.text.match(/"healthy":true/g) ?? [];
    return text.length === 5 && answer;
  });
  expect(loops.data()).toMatchObject({
    loops: [
      { name: 'expire-leases' },
      { name: 'expire-queue' },
      { name: 'pulse' },
      { name: 'retain-sessions' },
      { name: 'sequence-events' },
    ],
  });
});

const commandFor = (world: World, executionId: string) => ({
  workspaceId: world.workspaceId,
  executionId,
  reason: 'wrong branch',
  idempotencyKey: world.newId(),
});

function cancel(api: RunningApi, world: World, body: ReturnType<typeof commandFor>) {
  return api.call('operator.executions.cancel', { token: world.tokens.operator, body });
}

function auditOf({ database, workspaceId }: World) {
  return database.sql`select * from audit_entries where workspace_id = ${workspaceId}`;
}
