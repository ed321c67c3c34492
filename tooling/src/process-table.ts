import { readFileSync } from 'node:fs';

/** Whether a process runs. A zombie does not: where no init reaps orphans, the dead keep their number for good. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return stat(pid)?.state !== 'Z';
}

/** When a process began, in the kernel's own count; undefined where there is no /proc. Tells a reused number apart. */
export function startOf(pid: number): string | undefined {
  return stat(pid)?.start;
}

/** The command line of a process, or undefined where there is no /proc. */
export function commandOf(pid: number): string | undefined {
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ');
}

function stat(pid: number): { state: string; start: string } | undefined {
  // The name, in parentheses, may hold spaces and parentheses itself: the fields begin after the last one.
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  const [state, start] = [fields?.[0], fields?.[19]];
  return state && start ? { state, start } : undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
