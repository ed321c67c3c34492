import { describe, expect, test } from 'vitest';
import { apply, emptyState } from '../orchestrator/run/apply.rules.ts';
import type { JournalEntry } from '../orchestrator/run/journal-entry.ts';
import { dueJobs, dueTerminations, runStatus } from '../orchestrator/run/schedule.rules.ts';
import type { JobOutcome } from '../orchestrator/run/state.ts';
import { parseWorkflow } from '../orchestrator/workflow/parse.ts';

const at = '2026-11-30T12:00:00.000Z';
const text = `
name: ci
jobs:
  build: { labels: [linux], steps: &steps [{ name: x, run: y }] }
  test: { labels: [linux], needs: [build], steps: *steps }
  lint: { labels: [linux], steps: *steps }
  ship: { labels: [linux], needs: [test, lint], steps: *steps }
`;

/** A run of the workflow above, and what has happened to it. */
function aRun() {
  const state = emptyState();
  const names = ['build', 'test', 'lint', 'ship'];
  const ids = Object.fromEntries(
    names.map((name) => [name, { jobId: `job-${name}`, executionId: `execution-${name}` }]),
  );
  const created: JournalEntry = {
    type: 'run_created',
    runId: 'r',
    attemptId: 'a',
    projectId: 'p',
    at,
    workflow: parseWorkflow(text, 'ci.yaml'),
    projectDir: null,
    ids,
  };
  apply(state, created);
  const run = state.runs.get('r');
  if (!run) throw new Error('the run is not there');
  const happen = (type: 'job_queued' | 'job_claimed' | 'job_requeued', job: string) =>
    apply(state, { type, runId: 'r', job, at });
  const finish = (job: string, outcome: JobOutcome) =>
    apply(state, { type: 'job_finished', runId: 'r', job, at, outcome, note: null });
  const cancel = () => apply(state, { type: 'run_cancelled', runId: 'r', at });
  const due = () => ({
    enqueue: dueJobs(run).enqueue.map(({ name }) => name),
    skip: dueJobs(run).skip.map(({ job, note }) => `${job.name}: ${note}`),
  });
  return { state, run, created, happen, finish, cancel, due };
}

describe('what is due', () => {
  test('is first what needs nothing', () => {
    expect(aRun().due()).toEqual({ enqueue: ['build', 'lint'], skip: [] });
  });

  test('is a job once all that it needs has succeeded, and only until it is queued', () => {
    const { due, happen, finish } = aRun();
    for (const job of ['build', 'lint']) happen('job_queued', job);
    expect(due().enqueue).toEqual([]);
    finish('build', 'succeeded');
    expect(due().enqueue).toEqual(['test']);
    happen('job_queued', 'test');
    finish('test', 'succeeded');
    expect(due().enqueue).toEqual([]);
    finish('lint', 'succeeded');
    expect(due().enqueue).toEqual(['ship']);
  });

  test.each(['failed', 'cancelled', 'lost', 'released', 'expired_in_queue', 'refused', 'skipped'] as const)(
    'is the skipping of what needs a job that ended as %s',
    (outcome) => {
      const { due, finish } = aRun();
      finish('build', outcome);
      expect(due()).toEqual({ enqueue: ['lint'], skip: [`test: build ended as ${outcome}`] });
      finish('test', 'skipped');
      expect(due().skip).toEqual(['ship: test ended as skipped']);
    },
  );

  test('is nothing but the end of what is left once the run was cancelled', () => {
    const { run, due, finish, happen, cancel } = aRun();
    finish('build', 'succeeded');
    happen('job_claimed', 'test');
    expect(dueTerminations(run)).toEqual([]);
    cancel();
    expect(due()).toEqual({ enqueue: [], skip: [] });
    expect(dueTerminations(run).map(({ name }) => name)).toEqual(['test', 'lint', 'ship']);
  });
});

describe('the status of a run', () => {
  const all = (outcomes: JobOutcome[]) => {
    const { run, finish } = aRun();
    for (const [index, outcome] of outcomes.entries()) finish(['build', 'test', 'lint', 'ship'][index] ?? '', outcome);
    return runStatus(run);
  };
  test.each([
    ['running', ['succeeded', 'succeeded', 'failed']],
    ['succeeded', ['succeeded', 'succeeded', 'succeeded', 'succeeded']],
    ['failed', ['succeeded', 'lost', 'succeeded', 'skipped']],
  ] as const)('%s: %s', (status, outcomes) => {
    expect(all([...outcomes])).toBe(status);
  });

  test('cancelled', () => {
    const { run, finish, cancel } = aRun();
    cancel();
    for (const job of ['build', 'test', 'lint', 'ship']) finish(job, 'cancelled');
    expect(runStatus(run)).toBe('cancelled');
  });
});

describe('facts that come twice, late or out of order', () => {
  test('do not revive a finished job', () => {
    const { run, finish, happen } = aRun();
    finish('build', 'lost');
    for (const type of ['job_queued', 'job_claimed', 'job_requeued'] as const) happen(type, 'build');
    finish('build', 'succeeded');
    expect(run.jobs.build).toMatchObject({ state: 'finished', outcome: 'lost' });
  });

  test('do not take a claimed job for a queued one, unless it was put back', () => {
    const { run, happen } = aRun();
    happen('job_claimed', 'build');
    happen('job_queued', 'build');
    expect(run.jobs.build?.state).toBe('running');
    happen('job_requeued', 'build');
    expect(run.jobs.build?.state).toBe('queued');
  });

  test('do not make a run twice', () => {
    const { state, run, created, finish } = aRun();
    finish('build', 'succeeded');
    apply(state, created);
    expect(state.runs.get('r')).toBe(run);
    expect(run.jobs.build?.outcome).toBe('succeeded');
  });
});
