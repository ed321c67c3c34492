import { type AddressInfo, createServer } from 'node:net';
import { testRootKey } from '@berth/testing';
import { expect } from 'vitest';
import { callerOf, environmentFor, test } from './support/api.ts';
import { cookieOf, tokensOf } from './support/callers.ts';
import { enqueue, leaseOverHttp } from './support/jobs.ts';
import { startProgram } from './support/process.ts';

test('the process serves, stops on SIGTERM with exit 0, and no secret ever reaches its log, however calls fail', async ({
  lonelyWorld: world,
}) => {
  const env = environmentFor(world.database.url, { BERTH_LOG_LEVEL: 'debug' });
  const program = startProgram('main.ts', [], env);
  const tokens = await tokensOf(world);
  const cookie = await cookieOf(world);
  const api = callerOf(`http://127.0.0.1:${await program.port()}`);

  await enqueue(api, world);
  const { session, lease } = await leaseOverHttp(api, world);
  await api.call('operator.session.create', { body: { token: tokens.operator } });
  const secrets = [...Object.values(tokens), session.sessionToken, lease.leaseToken, lease.stepToken];
  const everywhere = async () => {
    const statuses = new Set<number>();
    const note = (answer: { status: number }) => statuses.add(answer.status);
    for (const token of secrets) {
      note(await api.call('orchestrator.leases.introspect', { token, body: { stepToken: token } }));
      note(await api.call('operator.session.create', { body: { token } }));
      note(await api.call('operator.session.create', { body: { token: [token] } }));
      note(await api.call('runner.leases.heartbeat', { token, body: { [token]: token } }));
      note(await api.call('runner.leases.heartbeat', { token }));
      note(await api.call('runner.sessions.renew', { token }));
      note(await api.call('runner.leases.claim', { token, body: { requestId: world.newId() } }));
      note(await api.query('subscriber.read', { token, input: { subscriber: token } }));
      note(await api.query('operator.session.get', { token, headers: { cookie } }));
      note(await api.query('operator.session.get', { headers: { cookie, 'sec-fetch-site': 'cross-site' } }));
      note(await api.send(`/trpc/${token}?token=${token}`, {}));
      note(await api.send(`/${token}`, {}));
    }
    return statuses;
  };
  expect([...(await everywhere())].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
  for (const table of ['leases', 'credentials', 'runner_sessions']) await rename(table, `${table}_away`);
  expect(await everywhere()).toContain(500);
  for (const table of ['leases', 'credentials', 'runner_sessions']) await rename(`${table}_away`, table);

  expect(program.terminate()).toBe(true);
  const { code, stdout, stderr } = await program.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trim().split('\n');
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(String) });
  expect(stdout).toMatch(/"a call was refused"/);
  expect(stdout).toMatch(/"a call failed"/);
  expect(stdout).toMatch(/"the api stops"/);
  for (const secret of [...secrets, cookie, cookie.slice('berth='.length), testRootKey])
    expect(stdout).not.toContain(secret);

  async function rename(from: string, to: string): Promise<void> {
    const { sql } = world.database;
    await sql`alter table ${sql(from)} rename to ${sql(to)}`;
  }
});

test('a configuration that is not usable ends the process with exit 1 and every fault in one message, and no secret', async () => {
  const secret = 'c2VjcmV0LXJvb3Qta2V5';
  const { code, stdout, stderr } = await startProgram('main.ts', [], {
    DATABASE_URL: 'mysql://berth:hunter2@localhost/berth',
    BERTH_ROOT_KEY: secret,
    BERTH_PORT: '70000',
    BERTH_LOG_LEVEL: 'chatty',
  }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
    'the',
    'DATABASE_URL',
    'BERTH_PORT',
    'BERTH_LOG_LEVEL',
    'BERTH_ROOT_KEY',
    '',
  ]);
  expect(stderr).not.toContain(secret);
  expect(stderr).not.toContain('hunter2');
});

test('a port in use ends the process with exit 1 and one line that says what to do', async ({
  world,
  onTestFinished,
}) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const env = environmentFor(world.database.url, { BERTH_PORT: String(port) });
  expect(await startProgram('main.ts', [], env).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'the port is in use by another process; stop it, or set BERTH_PORT to another\n',
  });
});
