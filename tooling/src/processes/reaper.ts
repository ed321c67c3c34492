import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Sees to it that nothing outlives this process, however it ends; see reaper.sh. */
export type Reaper = {
  /** Its own process id: while it lives, it may still be at work on what a killed parent left. */
  pid: number | undefined;
  /** A process group to end; the last one named is the first to go. */
  group(id: number): void;
  /** A PostgreSQL server to stop after all groups. */
  postgres(pid: number): void;
  /** A folder to delete at the very end. */
  remove(path: string): void;
  /** Everything has been ended in the ordinary way. */
  dismiss(): void;
};

export function startReaper(): Reaper {
  // Detached: Ctrl-C goes to the whole group of the terminal, and the reaper must be there after it.
  const shell = spawn('/bin/sh', [join(import.meta.dirname, 'reaper.sh')], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined); // no /bin/sh: we do without
  shell.stdin.on('error', () => undefined);
  shell.unref();
  const tell = (line: string) => void shell.stdin.write(`${line}\n`);
  return {
    pid: shell.pid,
    group: (id) => tell(`group ${id}`),
    postgres: (pid) => tell(`postgres ${pid}`),
    remove: (path) => tell(`remove ${path}`),
    dismiss: () => void shell.stdin.end('done\n'),
  };
}
