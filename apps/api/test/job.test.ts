import { verifyLease } from '@berth/core';
import { CompleteOutput, ExecutionDetail, HeartbeatOutput, IntrospectOutput } from '@berth/dto';
import type { World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { type RunningApi, test } from './support/api.ts';
import { expiredSessionToken } from './support/callers.ts';
import { claim, enqueue, leaseOverHttp, register } from './support/jobs.ts';

const beat = (api: RunningApi, token: string, body?: unknown) => api.call('runner.leases.heartbeat', { token, body });
const complete = (api: RunningApi, token: string, outcome: string) =>
  api.call('runner.leases.complete', { token, body: { outcome } });
const introspect = async (api: RunningApi, world: World, stepToken: string) =>
  (await api.call('orchestrator.leases.introspect', { token: world.tokens.service, body: { stepToken } })).as(
    IntrospectOutput,
  );
const detail = async (api: RunningApi, world: World, executionId: string) =>
  (
    await api.query('orchestrator.executions.get', {
      token: world.tokens.service,
      input: { workspaceId: world.workspaceId, executionId },
    })
  ).as(ExecutionDetail);

test('a job goes from register to complete, and its record tells the whole way', async ({ world, api }) => {
  const session = await register(api, world, ['Linux', ' x64 ']);
  const item = await enqueue(api, world, { labels: ['linux'] });
  const waiting = await detail(api, world, item.executionId);
  expect(waiting.execution).toMatchObject({ state: 'queued', labels: ['linux'], lease: null });

  const [lease] = await claim(api, world, session);
  if (!lease) throw new Error('no lease');
  expect(await introspect(api, world, lease.stepToken)).toEqual({
    active: true,
    workspaceId: world.workspaceId,
    executionId: item.executionId,
    jobId: item.jobId,
    sessionId: session.sessionId,
    fence: lease.fence,
    started: false,
    cancelRequested: false,
  });

  const first = (await beat(api, lease.leaseToken, {})).as(HeartbeatOutput);
  expect(first).toMatchObject({ cancel: false, drain: false, secondsLeft: 180 });
  expect(await introspect(api, world, first.stepToken)).toMatchObject({ active: true, started: true });

  const done = await complete(api, first.leaseToken, 'succeeded');
  expect(done.as(CompleteOutput)).toEqual({ outcome: 'succeeded' });
  expect(await introspect(api, world, first.stepToken)).toEqual({ active: false });
  const { execution, events } = await detail(api, world, item.executionId);
  expect(execution).toMatchObject({
    state: 'finished',
    outcome: 'succeeded',
    reportedOutcome: 'succeeded',
    lease: null,
  });
  expect(events.map(({ type }) => type)).toEqual(['runners.job.queued', 'runners.job.claimed', 'runners.job.finished']);
});

test('a completion sent again gets the same answer; another outcome is a conflict; a beat after it is lost', async ({
  world,
  api,
}) => {
  const { lease } = await leaseOverHttp(api, world);
  await beat(api, lease.leaseToken);
  const first = await complete(api, lease.leaseToken, 'failed');
  const again = await complete(api, lease.leaseToken, 'failed');
  expect(again.text).toBe(first.text);
  const other = await complete(api, lease.leaseToken, 'succeeded');
  expect(other.refusal().reason).toBe('conflict');
  expect(other.status).toBe(409);
  const late = await beat(api, lease.leaseToken);
  expect(late.refusal().reason).toBe('lease_lost');
  expect(late.status).toBe(404);
});

describe('a claim', () => {
  test('[REQ-01] without a token is refused with 401', async ({ api }) => {
    expect((await api.call('runner.leases.claim', { body: {} })).status).toBe(401);
  });

  test('[REQ-02] with an invalid or expired session token is refused with 401', async ({ world, api }) => {
    for (const token of ['nonsense', await expiredSessionToken(world)])
      expect((await api.call('runner.leases.claim', { token, body: { requestId: world.newId() } })).status).toBe(401);
  });

  test('[REQ-03] answers the ids of the job and a lease token that names them, and neither name nor steps', async ({
    world,
    api,
  }) => {
    const { item, session, lease } = await leaseOverHttp(api, world);
    const { executionId, jobId, workflowRunId, workflowRunAttemptId, projectId } = item;
    expect(lease).toMatchObject({ executionId, jobId, workflowRunId, workflowRunAttemptId, projectId });
    expect(Object.keys(lease).sort()).toEqual(
      [
        ...['executionId', 'fence', 'firstHeartbeatSeconds', 'jobId', 'labels', 'leaseSeconds', 'leaseToken'],
        ...['projectId', 'stepToken', 'workflowRunAttemptId', 'workflowRunId', 'workspaceId'],
      ].sort(),
    );
    expect(await verifyLease(api.deps, 'lease', lease.leaseToken)).toEqual({
      kind: 'lease',
      workspaceId: world.workspaceId,
      sessionId: session.sessionId,
      executionId,
      jobId,
      fence: lease.fence,
    });
  });

  test('[REQ-05 decided] answers empty when no queued job asks only for labels of the session', async ({
    world,
    api,
  }) => {
    await enqueue(api, world, { labels: ['windows'] });
    expect(await claim(api, world, await register(api, world, ['linux']))).toEqual([]);
  });

  test('[REQ-06] gives one session two jobs in two calls, the older first', async ({ world, api }) => {
    const [older, newer] = [await enqueue(api, world), await enqueue(api, world)];
    const session = await register(api, world);
    const claimed = [...(await claim(api, world, session)), ...(await claim(api, world, session))];
    expect(claimed.map(({ executionId }) => executionId)).toEqual([older.executionId, newer.executionId]);
  });
});

describe('a heartbeat', () => {
  test('[HB-07] without a token is refused with 401', async ({ api }) => {
    expect((await api.call('runner.leases.heartbeat', { body: {} })).status).toBe(401);
  });

  test('[HB-08 decided] keeps the lease and answers a new token of the same lease', async ({ world, api }) => {
    const { item, lease } = await leaseOverHttp(api, world);
    const answer = (await beat(api, lease.leaseToken, {})).as(HeartbeatOutput);
    expect(answer.cancel).toBe(false);
    expect(await verifyLease(api.deps, 'lease', answer.leaseToken)).toEqual(
      await verifyLease(api.deps, 'lease', lease.leaseToken),
    );
    expect(await verifyLease(api.deps, 'step', answer.leaseToken)).toBeNull();
    const [row] = await world.database.sql`
      select first_heartbeat_at is not null as started from leases where execution_id = ${item.executionId}`;
    expect(row).toEqual({ started: true });
  });

  test('[HB-09] stores the tools that the runner reports, and when', async ({ world, api }) => {
    const { session, lease } = await leaseOverHttp(api, world);
    const capabilities = { harnesses: { pi: ['bash', 'git'], claude: ['edit'] } };
    expect((await beat(api, lease.leaseToken, { capabilities })).status).toBe(200);
    expect(await toolsOf(world, session.sessionId)).toEqual({ tool_capabilities: capabilities, reported: true });
  });

  test('[HB-10 decided] without tools keeps the report; null clears it', async ({ world, api }) => {
    const { session, lease } = await leaseOverHttp(api, world);
    const capabilities = { harnesses: { pi: ['bash'] } };
    await beat(api, lease.leaseToken, { capabilities });
    await beat(api, lease.leaseToken, {});
    expect(await toolsOf(world, session.sessionId)).toEqual({ tool_capabilities: capabilities, reported: true });
    await beat(api, lease.leaseToken, { capabilities: null });
    expect(await toolsOf(world, session.sessionId)).toEqual({ tool_capabilities: null, reported: false });
  });

  test('[HB-11] with a tool named twice is refused with 400, and neither beats nor stores', async ({ world, api }) => {
    const { item, session, lease } = await leaseOverHttp(api, world);
    const times = () => world.database.sql`
      select first_heartbeat_at, last_heartbeat_at from leases where execution_id = ${item.executionId}`;
    const before = await times();
    const answer = await beat(api, lease.leaseToken, { capabilities: { harnesses: { pi: ['bash', 'bash'] } } });
    expect(answer.status).toBe(400);
    expect(answer.refusal().issues).toEqual([
      { path: 'capabilities.harnesses.pi', message: 'tool names must be unique' },
    ]);
    expect(await times()).toEqual(before);
    expect(await toolsOf(world, session.sessionId)).toEqual({ tool_capabilities: null, reported: false });
  });

  test('[HB-12] after the orchestrator ended the execution answers cancel, with a fresh token', async ({
    world,
    api,
  }) => {
    const { item, lease } = await leaseOverHttp(api, world);
    const body = { workspaceId: world.workspaceId, executions: [{ executionId: item.executionId, status: 'failed' }] };
    const ended = await api.call('orchestrator.executions.terminate', { token: world.tokens.service, body });
    expect(ended.data()).toEqual({ results: [{ executionId: item.executionId, result: 'requested' }] });
    const answer = (await beat(api, lease.leaseToken)).as(HeartbeatOutput);
    expect(answer.cancel).toBe(true);
    expect(await verifyLease(api.deps, 'lease', answer.leaseToken)).not.toBeNull();
    const done = await complete(api, answer.leaseToken, 'cancelled');
    expect(done.as(CompleteOutput), 'the terminal word of the orchestrator').toEqual({ outcome: 'failed' });
  });

  test('[HB-15 decided] of a lease that another session holds now is refused with 404', async ({ world, api }) => {
    const { item, lease } = await leaseOverHttp(api, world);
    const other = await register(api, world);
    await world.database.sql`
      update leases set session_id = ${other.sessionId} where execution_id = ${item.executionId}`;
    await world.database.sql`
      update runner_sessions set leases_open = case id when ${other.sessionId} then 1 else 0 end
      where workspace_id = ${world.workspaceId}`;
    const answer = await beat(api, lease.leaseToken);
    expect(answer.refusal().reason).toBe('lease_lost');
    expect(answer.status).toBe(404);
  });

  test('[HB-17] may have no body or null; unknown fields are refused', async ({ world, api }) => {
    const { lease } = await leaseOverHttp(api, world);
    expect((await beat(api, lease.leaseToken)).status).toBe(200);
    expect((await beat(api, lease.leaseToken, null)).status).toBe(200);
    expect((await beat(api, lease.leaseToken, { steps: 1 })).status).toBe(400);
  });
});

async function toolsOf({ database }: World, sessionId: string) {
  const [row] = await database.sql`
    select tool_capabilities, capabilities_reported_at is not null as reported
    from runner_sessions where id = ${sessionId}`;
  return row;
}
