import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeCluster } from '../src/postgres/data-folder.ts';
import { type Server, startPostgres } from '../src/postgres/server.ts';
import { isAlive } from '../src/process-table.ts';

describe('the PostgreSQL launcher', () => {
  let home: string;
  let dir: string;
  let server: Server | undefined;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'berth-launcher-'));
    dir = join(home, 'data', 'pg');
  });
  afterEach(() => {
    server?.stop();
    removeCluster(dir);
    rmSync(home, { recursive: true });
  });

  const start = async () => {
    server = await startPostgres({ dir });
    return server;
  };

  test('keeps the data from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(second.port).toBe(first.port);
  });

  test('joins the server that runs there already', async () => {
    const first = await start();
    const second = await start();
    expect(second.pid).toBe(first.pid);
    expect(second.url).toBe(first.url);
  });

  test('recovers after the server was killed', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    process.kill(first.pid, 'SIGKILL');
    await vi.waitUntil(() => !isAlive(first.pid));
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('leaves no files of a test server behind', async () => {
    server = await startPostgres({ dir, durable: false });
    server.stop();
    expect([dir, `${dir}.json`, server.dataDir].filter(existsSync)).toEqual([]);
  });

  test('lets nobody in without the password, which only its owner can read', async () => {
    const { url, dataDir } = await start();
    expect(statSync(`${dir}.json`).mode & 0o077).toBe(0);
    const { password } = new URL(url);
    expect(readFileSync(`${dir}.json`, 'utf8')).toContain(password);
    expect(existsSync(`${dataDir}.pw`)).toBe(false);
    await expect(query(url.replace(password, 'wrong'), 'select 1')).rejects.toThrow(/password authentication failed/);
  });
});

async function query(url: string, statement: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}
