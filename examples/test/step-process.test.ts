import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AbortReason, JobAborted } from '@berth/client/runner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runStep } from '../runner/step-process.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function step(script: string, graceSeconds = 5) {
  const stop = new AbortController();
  const output: Buffer[] = [];
  const end = runStep({
    script,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    marker: folder,
    graceSeconds,
    signal: stop.signal,
    onOutput: (chunk) => output.push(chunk),
  });
  return {
    end,
    text: () => Buffer.concat(output).toString(),
    abort: (reason: AbortReason) => stop.abort(new JobAborted(reason)),
  };
}

/** The process ids that a script wrote into files, once they are all there. */
async function pids(...names: string[]): Promise<number[]> {
  const read = () =>
    names.map((name) => Number(existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8')));
  await expect.poll(read, { timeout: 10_000 }).not.toContain(0);
  return read();
}

/** A dead child of a test that was orphaned may stay a zombie where nobody reaps it: it runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
const allGone = (ids: number[]) => expect.poll(() => ids.filter(isRunning), { timeout: 10_000 }).toEqual([]);

describe('a step', () => {
  test('gives its output and its exit code, and stops at the first command that fails', async () => {
    const { end, text } = step('echo one; echo two >&2; false | cat; echo three');
    expect(await end).toEqual({ code: 1, signal: null });
    expect(text().split('\n').filter(Boolean).sort()).toEqual(['one', 'two']);
  });

  test('runs in its folder with nothing in its environment but what it was given', async () => {
    const { end, text } = step('pwd; env -0 | tr "\\0" "\\n" | cut -d= -f1 | sort | xargs');
    await end;
    expect(text()).toBe(`${folder}\nBERTH_EXECUTION PATH PWD SHLVL _\n`);
  });

  test('leaves no process behind when it ends by itself', async () => {
    const { end } = step(
      'sleep 600 & echo $! > child; setsid sleep 600 & echo $! > escaped; wait_for() { test -s child; }; wait_for',
    );
    const left = await pids('child', 'escaped');
    expect(await end).toEqual({ code: 0, signal: null });
    await allGone(left);
  });

  test('is asked to end when its job is cancelled, with its children', async () => {
    const { end, text, abort } = step(
      'trap "echo tidied; exit 9" TERM; sleep 600 & echo $! > child; echo $$ > own; wait',
    );
    const all = await pids('child', 'own');
    abort('Cancelled');
    expect(await end).toEqual({ code: 9, signal: null });
    expect(text()).toBe('tidied\n');
    await allGone(all);
  });

  test('is killed after the grace when it does not listen', async () => {
    const { end, abort } = step(
      'trap "" TERM; (trap "" TERM; echo $BASHPID > child; sleep 600) & setsid sleep 600 & echo $! > escaped; echo $$ > own; while true; do sleep 1; done',
      0.2,
    );
    const all = await pids('child', 'own', 'escaped');
    abort('Timeout');
    expect(await end).toEqual({ code: null, signal: 'SIGKILL' });
    await allGone(all);
  });

  test('is killed at once when its lease is lost', async () => {
    const setTimeouts = vi.spyOn(globalThis, 'setTimeout');
    const { end, abort } = step('trap "" TERM; echo $$ > own; while true; do sleep 1; done', 3_600);
    const all = await pids('own');
    setTimeouts.mockClear();
    abort('LeaseLost');
    expect(setTimeouts).not.toHaveBeenCalled();
    expect(await end).toEqual({ code: null, signal: 'SIGKILL' });
    setTimeouts.mockRestore();
    await allGone(all);
  });
});

test('the processes of a step die with their runner, also when it is killed', async () => {
  const script = 'sleep 600 & echo $! > child; echo $$ > own; wait';
  const program = `
    import { runStep } from ${JSON.stringify(join(import.meta.dirname, '../runner/step-process.ts'))};
    await runStep({ script: ${JSON.stringify(script)}, cwd: ${JSON.stringify(folder)}, env: { PATH: process.env.PATH }, marker: 'x', graceSeconds: 5, signal: new AbortController().signal, onOutput() {} });
  `;
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });
  const all = await pids('child', 'own');
  expect(all.every(isRunning)).toBe(true);
  runner.kill('SIGKILL');
  await allGone(all);
});
