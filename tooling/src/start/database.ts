import { join } from 'node:path';
import postgres from 'postgres';
import { dataDir } from '../paths.ts';
import { startPostgres } from '../postgres/server.ts';
import { codeOf, messageOf, Problem } from '../problem.ts';

export type Database = {
  url: string;
  /** The postmaster's process id; only of a server of our own. */
  pid?: number;
  stop(): void;
};

const embeddedName = 'berth';
const oldestServer = 150_000;

/** Our own PostgreSQL, with its data in the data folder. */
export async function openEmbedded(): Promise<Database> {
  const server = await startPostgres({ dir: join(dataDir, 'pg') });
  const url = new URL(server.url);
  url.pathname = `/${embeddedName}`;
  await withConnection(server.url, async (sql) => {
    const [found] = await sql`select 1 from pg_database where datname = ${embeddedName}`;
    if (!found) await sql.unsafe(`create database ${embeddedName}`);
  });
  return { url: url.href, pid: server.pid, stop: () => server.stop() };
}

/**
 * The PostgreSQL that DATABASE_URL names.
 * @throws Problem when it cannot be reached, refuses us, or is too old
 */
export async function openExternal(url: string): Promise<Database> {
  const target = describe(url);
  const version = await withConnection(url, async (sql) => {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
    return row?.version ?? 0;
  }).catch((error: unknown): never => {
    throw new Problem(`DATABASE_URL: no connection to ${target}: ${trouble(error)}`);
  });
  if (version < oldestServer) {
    throw new Problem(`DATABASE_URL: ${target} is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
  }
  return { url, stop: () => undefined };
}

/** Those of the credentials that the database knows, and whether it still honours them. */
export function knownCredentials(url: string, ids: string[]): Promise<Map<string, { valid: boolean }>> {
  return withConnection(url, async (sql) => {
    const rows = await sql<{ id: string; valid: boolean }[]>`
      select id, revoked_at is null and (expires_at is null or expires_at > now()) as valid
      from credentials where id = any(${ids})`;
    return new Map(rows.map(({ id, valid }) => [id, { valid }]));
  });
}

async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The address without the password, which must not reach a screen or a log. */
function describe(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Problem('DATABASE_URL is not an address of the form postgres://user:password@host:5432/database.');
  }
  const { hostname, port, pathname, username } = new URL(url);
  return `${username ? `${username}@` : ''}${hostname}:${port || 5432}${pathname}`;
}

function trouble(error: unknown): string {
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there. Is PostgreSQL running?',
    ENOTFOUND: 'the host name is unknown.',
    EAI_AGAIN: 'the host name is unknown.',
    CONNECT_TIMEOUT: 'no answer within 10 seconds.',
    '28P01': 'the password is wrong.',
    '28000': 'the server refuses this user.',
    '3D000': 'the database does not exist: create it first.',
  };
  return reasons[codeOf(error) ?? ''] ?? messageOf(error);
}
