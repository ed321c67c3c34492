import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { root } from '../src/paths.ts';
import { isAlive } from '../src/process-table.ts';

const waiting = { timeout: 15_000, interval: 50 };

test('what a killed parent leaves behind ends, and its folder goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-reaper-'));
  const pidFile = join(folder, 'pid');
  const reaper = join(root, 'tooling/src/processes/reaper.ts');
  const script = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { startReaper } from ${JSON.stringify(reaper)};
    const reaper = startReaper();
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    reaper.group(child.pid);
    reaper.remove(${JSON.stringify(folder)});
    writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));
    setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  await vi.waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', waiting);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect(isAlive(pid)).toBe(true);

  parent.kill('SIGKILL');

  await vi.waitUntil(() => !isAlive(pid) && !existsSync(folder), waiting);
});
