import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writePrivateFile } from '../private-file.ts';
import { Problem } from '../problem.ts';
import { type Account, isReachable } from './account.ts';

/** Where a cluster's files are, and how to get in. Kept beside the folder, readable by its owner only. */
export type DataFolder = { data: string; password: string; port?: number };

/**
 * The folder of a cluster asked for at `dir`. Below a folder that PostgreSQL's account cannot enter (a checkout
 * under /root) the files lie in /var/tmp, under a name nobody can guess and occupy beforehand.
 */
export function dataFolder(dir: string, account: Account): DataFolder {
  const asked = resolve(dir);
  mkdirSync(dirname(asked), { recursive: true });
  if (existsSync(noteOf(asked))) {
    const note: { data?: string; password: string; port?: number } = JSON.parse(readFileSync(noteOf(asked), 'utf8'));
    return { ...note, data: note.data ?? asked };
  }
  if (existsSync(asked)) {
    throw new Problem(`${asked} holds a database, but its password file ${noteOf(asked)} is gone: remove the folder.`);
  }
  const folder: DataFolder = { data: asked, password: randomBytes(24).toString('base64url') };
  if (account && !isReachable(dirname(asked))) {
    const shelter = mkdtempSync('/var/tmp/berth-data-');
    chmodSync(shelter, 0o755);
    folder.data = join(shelter, 'pg');
  }
  remember(asked, folder);
  return folder;
}

/** Writes down what the next start must know. The path is left out where it follows from `dir`: a checkout may move. */
export function remember(dir: string, { data, password, port }: DataFolder): void {
  const asked = resolve(dir);
  const note = { ...(data === asked ? {} : { data }), password, ...(port === undefined ? {} : { port }) };
  writePrivateFile(noteOf(asked), `${JSON.stringify(note)}\n`);
}

/** Deletes a stopped cluster and what is kept beside it. */
export function removeCluster(dir: string): void {
  for (const path of pathsOf(dir)) rmSync(path, { recursive: true, force: true });
}

/** Everything there is of a cluster. */
export function pathsOf(dir: string): string[] {
  const note = noteOf(resolve(dir));
  const { data }: { data?: string } = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {};
  return [data === undefined ? resolve(dir) : dirname(data), note];
}

function noteOf(asked: string): string {
  return `${asked}.json`;
}
