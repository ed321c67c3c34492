import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { freePort, portTrouble } from '../port.ts';
import { Problem } from '../problem.ts';
import { commandOf, isAlive } from '../process-table.ts';
import { startReaper } from '../processes/reaper.ts';
import { type Account, chooseAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { type DataFolder, dataFolder, pathsOf, remember } from './data-folder.ts';

export type Server = {
  /** Connects as the superuser to the database `postgres`. */
  url: string;
  port: number;
  /** Where the files really are: not always below `dir`, see data-folder.ts. */
  dataDir: string;
  /** The postmaster's process id. */
  pid: number;
  /** Ends every session and waits until the server is gone. A second call does nothing. */
  stop(): void;
};

export type ServerOptions = {
  /** The data folder; made on first use. */
  dir: string;
  /**
   * false: a server for tests. Nothing is synced to disk, its files go when it stops, and it stops when this process
   * ends, however that happens. Default true.
   */
  durable?: boolean;
};

type Cluster = { account: Account; bin: string; folder: DataFolder };

const user = 'berth';

/**
 * Starts PostgreSQL on a free loopback port, with the data of `dir`, or joins the server that runs there already.
 * @throws Problem when the data folder is unusable or the server does not come up
 */
export async function startPostgres({ dir, durable = true }: ServerOptions): Promise<Server> {
  const account = chooseAccount(resolve(dir));
  const folder = dataFolder(dir, account);
  const cluster: Cluster = { account, bin: postgresBinaries(account), folder };
  if (!existsSync(join(folder.data, 'PG_VERSION'))) initialise(cluster, durable);
  const running = runningServer(folder.data) ?? (await launch(cluster, durable));
  remember(dir, { ...folder, port: running.port });
  const reaper = durable ? undefined : startReaper();
  reaper?.postgres(running.pid);
  const paths = pathsOf(dir); // now: whoever removes the folder around it takes the note of them along
  for (const path of paths) reaper?.remove(path);
  let stopped = false;
  return {
    ...running,
    dataDir: folder.data,
    url: `postgres://${user}:${folder.password}@127.0.0.1:${running.port}/postgres`,
    stop() {
      if (stopped) return;
      stopped = true;
      stopServer(cluster);
      if (!durable) for (const path of paths) rmSync(path, { recursive: true, force: true });
      reaper?.dismiss();
    },
  };
}

function stopServer(cluster: Cluster): void {
  const { data } = cluster.folder;
  if (runningServer(data)) run(cluster, 'pg_ctl', ['-D', data, '-w', '-t', '60', '-s', '-m', 'fast', 'stop']);
}

/** The new cluster is renamed into place when it is whole, so that a killed start leaves nothing half made. */
function initialise(cluster: Cluster, durable: boolean): void {
  const { account, folder } = cluster;
  const partial = `${folder.data}.new`;
  const passwordFile = `${folder.data}.pw`;
  rmSync(partial, { recursive: true, force: true });
  // The parent first, with ordinary rights: a recursive mkdir would give it 0700 too and shut the account out.
  mkdirSync(dirname(partial), { recursive: true });
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(passwordFile, folder.password, { mode: 0o600 });
  if (account) for (const path of [partial, passwordFile]) chownSync(path, account.uid, account.gid);
  // A built-in locale: the sort order is the same on every machine and no locale need be installed.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['-U', user, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    run(cluster, 'initdb', [
      '-D',
      partial,
      ...access,
      ...locale,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(partial, folder.data);
}

async function launch(cluster: Cluster, durable: boolean): Promise<{ port: number; pid: number }> {
  const { data, port: lastPort } = cluster.folder;
  clearStalePidFile(data);
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    shared_buffers: '256MB',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ...(durable
      ? { log_min_duration_statement: '500ms' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '1GB' }),
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const log = join(data, 'server.log');
  // The last port again if it is free, so that a psql kept open finds its server back.
  const port = lastPort && (await portTrouble(lastPort)) === undefined ? lastPort : await freePort();
  const start = ['-D', data, '-w', '-t', '60', '-s', '-l', log, '-o', [`-p ${port}`, ...options].join(' '), 'start'];
  try {
    run(cluster, 'pg_ctl', start);
  } catch (error) {
    const tail = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join('\n') : '';
    throw new Problem(`PostgreSQL did not start on ${data}. Its log ${log} ends with:\n${tail}`, { cause: error });
  }
  const started = runningServer(data);
  if (!started) throw new Problem(`PostgreSQL on ${data} ended right after its start; see ${log}.`);
  return started;
}

/** What postmaster.pid says: line 1 the process, line 4 the port, line 8 whether it takes connections. */
function runningServer(data: string): { port: number; pid: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim()];
  return status === 'ready' && isPostmaster(pid, data) ? { port, pid } : undefined;
}

/** After a crash or a reboot the number in postmaster.pid may be another process's by now. */
function isPostmaster(pid: number, data: string): boolean {
  return isAlive(pid) && (commandOf(pid)?.includes(data) ?? true);
}

/** PostgreSQL takes a zombie for a living server and would not start beside it. */
function clearStalePidFile(data: string): void {
  const file = join(data, 'postmaster.pid');
  if (existsSync(file) && !isPostmaster(Number(readFileSync(file, 'utf8').split('\n')[0]), data)) rmSync(file);
}

function run({ account, bin }: Cluster, tool: 'initdb' | 'pg_ctl', args: string[]): void {
  const starting = args.at(-1) === 'start';
  const result = spawnSync(join(bin, tool), args, {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    // The server inherits these: with a pipe as its output, waiting for pg_ctl would be waiting for the server's end.
    stdio: ['ignore', starting ? 'ignore' : 'pipe', starting ? 'ignore' : 'pipe'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  if (result.status === 0) return;
  const said = [result.stderr, result.stdout, result.error?.message].filter(Boolean).join('\n').trim();
  throw new Problem(`${tool} failed (${result.status ?? result.signal ?? 'not started'})${said ? `: ${said}` : ''}`);
}
