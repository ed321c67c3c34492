import { createHash } from 'node:crypto';
import { authenticateToken } from '@berth/core';
import { IssuedCredential } from '@berth/dto';
import { cloneDatabase, type World } from '@berth/testing';
import { expect } from 'vitest';
import { test } from './support/api.ts';
import { type Ended, runCli } from './support/process.ts';

test('migrate brings an empty database up to date, also when two do so at once, and again changes nothing', async ({
  onTestFinished,
}) => {
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const tables = () => database.sql`
    select table_schema, table_name from information_schema.tables
    where table_schema in ('public', 'drizzle') order by 1, 2`;
  const expected = await tables();
  await database.sql`drop schema public cascade`;
  await database.sql`drop schema drizzle cascade`;
  await database.sql`create schema public`;

  const env = { DATABASE_URL: database.url };
  const silent = { code: 0, stdout: '', stderr: '' };
  expect(await Promise.all([runCli(['migrate'], env), runCli(['migrate'], env)])).toEqual([silent, silent]);
  expect(await tables()).toEqual(expected);
});

test('credential issue prints one line of JSON with a token that works', async ({ world }) => {
  const [operator, service] = await Promise.all([
    issue(world, ['--kind', 'operator', '--role', 'viewer', '--name', 'Ada']),
    issue(world, [
      '--kind',
      'service',
      '--name',
      'ci',
      '--ttl-seconds',
      '60',
      '--workspace',
      world.workspaceId,
      world.newId(),
    ]),
  ]);
  const actorOf = ({ token }: IssuedCredential) => authenticateToken(world.deps, token);
  expect(await actorOf(operator)).toMatchObject({ kind: 'operator', role: 'viewer', name: 'Ada', workspaceIds: null });
  expect(await actorOf(service)).toMatchObject({
    kind: 'service',
    workspaceIds: [world.workspaceId, expect.any(String)],
  });
  const [row] = await world.database.sql`
    select extract(epoch from expires_at - created_at)::int as seconds from credentials where id = ${service.id}`;
  expect(row).toEqual({ seconds: 60 });
});

test('[TOK-01] a registration token has its prefix; the row keeps its SHA-256, 12 characters, workspace and name', async ({
  world,
}) => {
  const issued = await issue(world, ['--kind', 'registration', '--name', 'builders', '--workspace', world.workspaceId]);
  expect(issued.token).toMatch(/^bth_reg_[\w-]{49}$/);
  expect(issued.prefix).toBe(issued.token.slice(0, 12));
  const [row] = await world.database.sql`select * from credentials where id = ${issued.id}`;
  expect(row).toMatchObject({
    kind: 'registration',
    prefix: issued.prefix,
    name: 'builders',
    workspace_ids: [world.workspaceId],
    hash: createHash('sha256').update(issued.token).digest(),
  });
  expect(JSON.stringify(row)).not.toContain(issued.token.slice(12));
});

test('a fault is one line on stderr and exit 1', async ({ world }) => {
  const env = { DATABASE_URL: world.database.url };
  const credential = (...args: string[]) => ['credential', 'issue', '--name', 'x', ...args];
  const faults = await Promise.all([
    runCli(['migrate'], {}),
    runCli(['migrate'], { DATABASE_URL: 'postgres://berth:hunter2@127.0.0.1:1/none' }),
    runCli(credential('--kind', 'root'), env),
    runCli(credential('--kind', 'registration'), env),
    runCli(credential('--kind', 'operator', '--workspace', 'here'), env),
  ]);
  expect(faults.map(lineOf)).toEqual([
    'DATABASE_URL is needed: postgres://user:password@host:port/database',
    expect.stringMatching(/^the database refused \(ECONNREFUSED\): /),
    expect.stringContaining('Allowed choices are operator, service, registration'),
    'a registration credential belongs to exactly one workspace',
    expect.stringMatching(/^workspaceIds\.0: /),
  ]);
});

async function issue(world: World, args: string[]): Promise<IssuedCredential> {
  const { code, stdout, stderr } = await runCli(['credential', 'issue', ...args], { DATABASE_URL: world.database.url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return IssuedCredential.parse(JSON.parse(stdout));
}

function lineOf({ code, stdout, stderr }: Ended): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).not.toContain('hunter2');
  return stderr.trimEnd();
}
