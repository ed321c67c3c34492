import { until } from '@berth/testing';
import { describe, expect } from 'vitest';
import { abortReasonOf, createRunnerClient, type JobContext, type JobHandler } from '../src/runner/index.ts';
import { createSubscriberClient } from '../src/subscriber/index.ts';
import { test } from './live.ts';

/** Runs until it is aborted, or until the test ends it. */
function longJob() {
  const jobs: JobContext[] = [];
  let finish: (outcome: 'succeeded' | 'failed') => void = () => undefined;
  const run: JobHandler = (job) =>
    new Promise((resolve) => {
      jobs.push(job);
      finish = resolve;
      job.signal.addEventListener('abort', () => resolve('failed'), { once: true });
    });
  const reason = () => jobs[0] && abortReasonOf(jobs[0].signal);
  return { run, jobs, reason, finish: (outcome: 'succeeded' | 'failed') => finish(outcome) };
}

/** `fetch` that a test can come between: it sees the procedure, and how to send the call. */
const between =
  (
    intercept: (
      procedure: string,
      send: () => Promise<Response>,
      signal: AbortSignal | null | undefined,
    ) => Promise<Response>,
  ): typeof fetch =>
  (input, init) =>
    intercept(String(input).split('/trpc/')[1] ?? '', () => fetch(input, init), init?.signal);

describe('a job', () => {
  test('is claimed, beaten for, run and reported, and its events arrive in order', async ({ berth }) => {
    const executionId = await berth.enqueue();
    const told: unknown[] = [];
    const { types } = berth.start(async ({ lease, stepToken }) => {
      told.push(await berth.orchestrator.leases.introspect({ stepToken: stepToken() }), lease.executionId);
      return 'succeeded';
    });
    await until('the outcome', async () => (await berth.outcome(executionId)) === 'succeeded');
    expect(told).toEqual([
      expect.objectContaining({ active: true, started: true, executionId, cancelRequested: false }),
      executionId,
    ]);
    await until('the report to be answered', () => types().includes('completed'));
    expect(types()).toEqual(['state_changed', 'registered', 'claimed', 'heartbeat_accepted', 'started', 'completed']);

    const seen: string[] = [];
    const enough = new AbortController();
    await createSubscriberClient({ url: berth.url, token: berth.serviceToken }).follow({
      subscriber: 'test',
      waitSeconds: 5,
      signal: enough.signal,
      onEvent({ type, subject }) {
        if (subject === executionId) seen.push(type);
        if (type === 'runners.job.finished') enough.abort();
      },
    });
    expect(seen).toEqual(['runners.job.queued', 'runners.job.claimed', 'runners.job.finished']);
  });

  test('outlives many leases’ time while its heart beats', async ({ berth }) => {
    const executionId = await berth.enqueue();
    const job = longJob();
    const { events } = berth.start(job.run);
    const beats = () => events.filter(({ type }) => type === 'heartbeat_accepted').length;
    await until('more beats than one lease has time for', () => beats() > 4);
    expect([job.reason(), await berth.outcome(executionId)]).toEqual([undefined, null]);
    job.finish('failed');
    await until('the outcome', async () => (await berth.outcome(executionId)) === 'failed');
  });

  test('is aborted with Cancelled when the orchestrator cancels it', async ({ berth }) => {
    const executionId = await berth.enqueue();
    const job = longJob();
    berth.start(job.run);
    await until('the start', () => job.jobs.length === 1);
    const { results } = await berth.orchestrator.executions.cancel({
      workspaceId: berth.workspaceId,
      executionIds: [executionId],
    });
    expect(results).toEqual([{ executionId, result: 'requested' }]);
    await until('the outcome', async () => (await berth.outcome(executionId)) === 'cancelled');
    expect(job.reason()).toBe('Cancelled');
  });

  test('that is not over when its cancel grace ends reports to nobody', async ({ berth }) => {
    const executionId = await berth.enqueue();
    let end: () => void = () => undefined;
    const stubborn: JobHandler = () =>
      new Promise((resolve) => {
        end = () => resolve('succeeded');
      });
    const { types } = berth.start(stubborn);
    await until('the start', () => types().includes('started'));
    await berth.orchestrator.executions.cancel({ workspaceId: berth.workspaceId, executionIds: [executionId] });
    await until('the end of the grace', async () => (await berth.outcome(executionId)) === 'cancelled');
    end();
    await until('the lease to be known as lost', () => types().includes('lease_lost'));
    expect(types()).not.toContain('completed');
    expect(await berth.outcome(executionId)).toBe('cancelled');
  });
});

describe('a runner that is cut off', () => {
  test('stops its job before the server gives up the lease, which then ends as lost', async ({ berth }) => {
    const executionId = await berth.enqueue();
    const job = longJob();
    let cut = false;
    const fetch = between(async (_, send, signal) => {
      if (!cut) return send();
      return new Promise((__, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    });
    const { types } = berth.start(job.run, { client: createRunnerClient({ url: berth.url, fetch }) });
    await until('the start', () => job.jobs.length === 1);
    cut = true;
    await until('the job to be stopped', () => job.reason() === 'LeaseLost');
    expect(await berth.outcome(executionId)).toBe(null);
    await until('the lease to be given up', async () => (await berth.outcome(executionId)) === 'lost');
    expect(types()).not.toContain('completed');
  });

  test('gets the lease of a lost claim reply by the same request id', async ({ berth }) => {
    const executionId = await berth.enqueue();
    const sent: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      if (!String(input).endsWith('runner.leases.claim')) return response;
      sent.push(JSON.parse(String(init?.body)).requestId);
      if (sent.length === 1) throw new TypeError('fetch failed');
      return response;
    };
    let runs = 0;
    berth.start(
      async () => {
        runs++;
        return 'succeeded';
      },
      { client: createRunnerClient({ url: berth.url, fetch }) },
    );
    await until('the outcome', async () => (await berth.outcome(executionId)) === 'succeeded');
    expect(sent[1]).toBe(sent[0]);
    expect(runs).toBe(1);
  });

  test('reports once when the answer to its report is lost', async ({ berth }) => {
    const executionId = await berth.enqueue();
    let lost = 0;
    const fetch = between(async (procedure, send) => {
      const response = await send();
      if (procedure === 'runner.leases.complete' && lost++ === 0) throw new TypeError('fetch failed');
      return response;
    });
    const { types } = berth.start(async () => 'failed', { client: createRunnerClient({ url: berth.url, fetch }) });
    await until('the report to be answered', () => types().includes('completed'));
    expect(await berth.outcome(executionId)).toBe('failed');
  });
});

test('a drained runner finishes its job, leaves the queue alone and says goodbye', async ({ berth }) => {
  const first = await berth.enqueue();
  const job = longJob();
  const { runner, ended, types } = berth.start(job.run);
  await until('the start', () => job.jobs.length === 1);
  const drained = runner.drain();
  const second = await berth.enqueue();
  job.finish('succeeded');
  await drained;
  await ended;
  expect([await berth.outcome(first), await berth.outcome(second)]).toEqual(['succeeded', null]);
  expect(types().filter((type) => type === 'claimed')).toHaveLength(1);
  expect(types()).not.toContain('call_failed');
});

test('a runner with a registration token that is none ends with the refusal', async ({ berth }) => {
  const { ended } = berth.start(async () => 'succeeded', { registrationToken: 'bth_reg_none' });
  await expect(ended).rejects.toMatchObject({
    reason: 'unauthenticated',
    httpStatus: 401,
    requestId: expect.any(String),
  });
});
