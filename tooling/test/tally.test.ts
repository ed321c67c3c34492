import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { judge, leaveTally, readTally, tallyLine } from '../src/tests/tally.ts';

describe('the counts of a test run', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'berth-tally-'));
    vi.stubEnv('TALLY_FILE', join(folder, 'tally'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('what the reporters leave is added up', () => {
    leaveTally({ passed: 2, failed: 1 });
    leaveTally({ passed: 3, failed: 0 });
    expect(readTally(join(folder, 'tally'))).toEqual({ passed: 5, failed: 1 });
  });

  test('a runner that left nothing has no counts', () => {
    expect(readTally(join(folder, 'tally'))).toBeUndefined();
  });
});

describe('the judgement', () => {
  const green = { passed: 3, failed: 0 };

  test('a run that crashed before it could count has failed, whatever its exit code', () => {
    expect(judge(undefined, 0)).toEqual({ passed: 0, failed: 1 });
    expect(judge(undefined, 1)).toEqual({ passed: 0, failed: 1 });
  });

  test('a failing exit code with green tests is one failure', () => {
    expect(judge(green, 1)).toEqual({ passed: 3, failed: 1 });
  });

  test('counted failures are not counted again', () => {
    expect(judge({ passed: 1, failed: 2 }, 1)).toEqual({ passed: 1, failed: 2 });
    expect(judge(green, 0)).toEqual(green);
  });

  test('the closing line is plain', () => {
    expect(tallyLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed');
  });
});
