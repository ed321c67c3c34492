import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJobLogs } from '../orchestrator/job-log.ts';
import { createRun } from '../orchestrator/run/create.ts';
import { openStore } from '../orchestrator/run/store.ts';
import { runView } from '../orchestrator/run/view.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orchestrator-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const workflow = 'name: ci\nproject: app\njobs:\n  build: { labels: [linux], steps: [{ name: x, run: y }] }\n';
const journal = () => join(folder, 'journal.jsonl');

describe('the store', () => {
  test('comes back from its journal as it was, with the same ids', () => {
    const store = openStore(journal());
    const { runId } = createRun(store, workflow, '/src/ci.yaml');
    store.record({ type: 'job_claimed', runId, job: 'build', at: new Date().toISOString() });
    const before = store.runs().map(runView);
    store.close();

    const again = openStore(journal());
    expect(again.runs().map(runView)).toEqual(before);
    expect(again.orchestratorId).toBe(store.orchestratorId);
    expect(again.run(runId)?.projectDir).toBe('/src/app');
    expect(again.byExecution(before[0]?.jobs[0]?.executionId ?? '')?.job.state).toBe('running');
    again.close();
  });

  test('forgets half a line that a crash left, and goes on behind it', () => {
    const store = openStore(journal());
    const { runId } = createRun(store, workflow, '/src/ci.yaml');
    store.close();
    appendFileSync(journal(), '{"type":"run_cancelled","runId":"');

    const again = openStore(journal());
    expect(again.run(runId)?.cancelRequested).toBe(false);
    again.record({ type: 'run_cancelled', runId, at: new Date().toISOString() });
    again.close();
    const third = openStore(journal());
    expect(third.run(runId)?.cancelRequested).toBe(true);
    third.close();
  });

  test('refuses a journal with an unreadable line in the middle, and names the line', () => {
    const store = openStore(journal());
    store.close();
    appendFileSync(journal(), 'rubbish\n');
    expect(() => openStore(journal())).toThrow(`${journal()}:2: this line of the journal cannot be read`);
  });
});

describe('the log of a job', () => {
  test('takes a chunk once, however often it is sent, and refuses a gap', () => {
    const logs = openJobLogs(folder);
    const append = (offset: number | undefined, text: string) => logs.append('run', 'job', offset, Buffer.from(text));
    expect(append(0, 'one ')).toEqual({ size: 4 });
    expect(append(4, 'two ')).toEqual({ size: 8 });
    expect(append(4, 'two ')).toEqual({ size: 8 });
    expect(append(6, 'o three')).toEqual({ size: 13 });
    expect(append(20, 'late')).toEqual({ gapAt: 13 });
    expect(append(undefined, '!')).toEqual({ size: 14 });
    expect(readFileSync(logs.path('run', 'job'), 'utf8')).toBe('one two three!');
  });
});
