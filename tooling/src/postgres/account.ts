import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem } from '../problem.ts';

/** The account PostgreSQL runs under; undefined = our own. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root, so root lends it an unprivileged account: the one that owns the data already,
 * else `postgres`, else `nobody`. It must stand in passwd, for initdb looks its name up.
 */
export function chooseAccount(dataDir: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataDir)) {
    const { uid, gid } = statSync(dataDir);
    if (uid !== 0) return { uid, gid };
  }
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const row = rows.find(([name]) => name === wanted);
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new Problem(
    'Root needs an account named postgres or nobody to run PostgreSQL under; this machine has neither.',
  );
}

/** Whether an account other than root can walk down to `path`: false below /root, which is 0700 on most machines. */
export function isReachable(path: string): boolean {
  for (let dir = resolve(path); dir !== dirname(dir); dir = dirname(dir)) {
    if (existsSync(dir) && (statSync(dir).mode & 0o005) !== 0o005) return false;
  }
  return true;
}
