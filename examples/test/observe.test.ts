import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventType, EventView } from '@berth/dto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { observe } from '../orchestrator/observe.ts';
import { createRun } from '../orchestrator/run/create.ts';
import { openStore, type Store } from '../orchestrator/run/store.ts';

let folder = '';
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orchestrator-test-'));
  store = openStore(join(folder, 'journal.jsonl'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A run of one job, and how the control plane's events reach it. */
function oneJob() {
  const { runId } = createRun(
    store,
    'name: ci\njobs:\n  build: { labels: [linux], steps: [{ name: x, run: y }] }\n',
    '/ci.yaml',
  );
  const job = store.run(runId)?.jobs.build;
  if (!job) throw new Error('the job is not there');
  const hear = (type: EventType, data: Record<string, unknown> = {}, subject = job.executionId) => {
    const view = {
      specversion: '1.0',
      id: '1',
      source: '/berth',
      type,
      subject,
      time: '2026-11-30T12:00:00Z',
      datacontenttype: 'application/json',
      dataschema: 'x',
      workspaceid: null,
      sequence: 1,
      data,
    };
    observe(store, EventView.parse(view));
    return [job.state, job.outcome];
  };
  const finished = (outcome: string) => {
    const ids = {
      workspaceId: runId,
      executionId: job.executionId,
      jobId: job.jobId,
      workflowRunId: runId,
      workflowRunAttemptId: runId,
    };
    return hear('runners.job.finished', { ...ids, outcome, finishedAt: '2026-11-30T12:00:00Z' });
  };
  return { hear, finished };
}

test('the events of an execution move its job, back into the queue as well', () => {
  const { hear, finished } = oneJob();
  expect(hear('runners.job.queued')).toEqual(['queued', null]);
  expect(hear('runners.job.claimed')).toEqual(['running', null]);
  expect(hear('runners.job.requeued')).toEqual(['queued', null]);
  expect(hear('runners.job.claimed')).toEqual(['running', null]);
  expect(hear('runners.job.cancel_requested')).toEqual(['running', null]);
  expect(finished('cancelled')).toEqual(['finished', 'cancelled']);
});

test('an expired lease means that the job is lost', () => {
  const { hear, finished } = oneJob();
  hear('runners.job.claimed');
  expect(hear('runners.job.lease_expired')).toEqual(['finished', 'lost']);
  expect(finished('succeeded')).toEqual(['finished', 'lost']);
});

test('events of other executions and of operators change nothing', () => {
  const { hear } = oneJob();
  expect(hear('runners.job.claimed', {}, 'somebody-else')).toEqual(['waiting', null]);
  expect(hear('runners.admin.action')).toEqual(['waiting', null]);
});
