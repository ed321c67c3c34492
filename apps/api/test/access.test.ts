import { deriveKeys, signOperator } from '@berth/core';
import { Role, roleAllows } from '@berth/dto';
import { executions, sessions, type World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../src/router.ts';
import { type Answer, type RunningApi, type Sent, test } from './support/api.ts';
import {
  cookieOf,
  expiredLeaseToken,
  expiredSessionToken,
  issueFor,
  spentCredential,
  tokenKinds,
  tokensOf,
} from './support/callers.ts';

/** Every procedure says whom it is for; one that does not cannot be read here, and fails the run. */
const Declared = z.object({
  type: z.enum(['query', 'mutation']),
  meta: z.object({
    caller: z.enum(['service', 'registration', 'session', 'lease', 'operator', 'anyone']),
    role: Role.optional(),
  }),
});
const procedures = Object.entries(appRouter._def.procedures).map(([path, procedure]) => ({
  path,
  ...Declared.parse(Reflect.get(procedure, '_def')),
}));
type Procedure = (typeof procedures)[number];
const guarded = procedures.filter(({ meta }) => meta.caller !== 'anyone');
const forSigned = guarded.filter(({ meta }) => meta.caller === 'session' || meta.caller === 'lease');

test('the surface is these procedures, each for one kind of caller', () => {
  const surface = Object.fromEntries(
    procedures.map(({ path, type, meta }) => [
      path,
      `${type} for ${[meta.caller, meta.role].filter(Boolean).join(' ')}`,
    ]),
  );
  expect(surface).toEqual({
    'orchestrator.executions.enqueue': 'mutation for service',
    'orchestrator.executions.cancel': 'mutation for service',
    'orchestrator.executions.cancelJobs': 'mutation for service',
    'orchestrator.executions.release': 'mutation for service',
    'orchestrator.executions.terminate': 'mutation for service',
    'orchestrator.executions.get': 'query for service',
    'orchestrator.sessions.capabilities': 'query for service',
    'orchestrator.workspaces.counts': 'query for service',
    'orchestrator.leases.introspect': 'mutation for service',
    'runner.sessions.register': 'mutation for registration',
    'runner.sessions.renew': 'mutation for session',
    'runner.sessions.close': 'mutation for session',
    'runner.leases.claim': 'mutation for session',
    'runner.leases.heartbeat': 'mutation for lease',
    'runner.leases.complete': 'mutation for lease',
    'subscriber.open': 'mutation for service',
    'subscriber.read': 'query for service',
    'subscriber.acknowledge': 'mutation for service',
    'operator.session.create': 'mutation for anyone',
    'operator.session.get': 'query for operator viewer',
    'operator.session.delete': 'mutation for operator viewer',
    'operator.workspaces.list': 'query for operator viewer',
    'operator.overview.get': 'query for operator viewer',
    'operator.executions.list': 'query for operator viewer',
    'operator.executions.get': 'query for operator viewer',
    'operator.executions.cancel': 'mutation for operator operator',
    'operator.credentials.list': 'query for operator admin',
    'operator.credentials.issue': 'mutation for operator admin',
    'operator.credentials.revoke': 'mutation for operator admin',
    'operator.pauses.list': 'query for operator viewer',
    'operator.pauses.create': 'mutation for operator operator',
    'operator.pauses.delete': 'mutation for operator operator',
    'operator.sessions.revoke': 'mutation for operator operator',
    'operator.sessions.drain': 'mutation for operator operator',
  });
});

describe.each(guarded)('$path', (procedure) => {
  const { meta } = procedure;

  test('answers its own kind of caller and refuses everybody else', async ({ world, api }) => {
    const tokens = await tokensOf(world);
    expectUnauthenticated(await knock(api, procedure, {}));
    for (const kind of tokenKinds.filter((kind) => !speaksFor(kind, procedure)))
      expectUnauthenticated(await knock(api, procedure, { token: tokens[kind] }), kind);
    if (meta.caller !== 'operator')
      expectUnauthenticated(await knock(api, procedure, { headers: { cookie: await cookieOf(world) } }), 'cookie');

    const own = meta.caller === 'anyone' ? 'service' : meta.caller;
    const welcome = await knock(api, procedure, { token: tokens[own] });
    expect([200, 400]).toContain(welcome.status);
  });

  test('refuses what only looks like a token', async ({ world, api }) => {
    for (const [what, token] of Object.entries(await forgeries(world)))
      expectUnauthenticated(await knock(api, procedure, { token }), what);
    const headers = { authorization: world.tokens.service };
    expectUnauthenticated(await knock(api, procedure, { headers }), 'no scheme');
  });

  if (meta.caller === 'service' || meta.caller === 'registration' || meta.caller === 'operator') {
    const kind = meta.caller;
    test('refuses an expired and a revoked credential', async ({ world, api }) => {
      for (const how of ['expired', 'revoked'] as const) {
        const answer = await knock(api, procedure, { token: await spentCredential(world, kind, how) });
        expect(answer.refusal().reason).toBe(`credential_${how}`);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="berth"');
      }
    });
  }

  const needed = meta.role;
  if (needed !== undefined)
    test(`refuses every role below ${needed}, and answers it and those above`, async ({ world, api }) => {
      for (const role of Role.options) {
        const token = await issueFor(world, 'operator', [world.workspaceId], role);
        const answer = await knock(api, procedure, { token });
        if (roleAllows(role, needed)) expect([200, 400], role).toContain(answer.status);
        else expect([answer.status, answer.refusal().reason], role).toEqual([403, 'forbidden']);
      }
    });

  if (forSigned.includes(procedure))
    test('refuses a signed token past its time', async ({ world, api }) => {
      const token = meta.caller === 'session' ? expiredSessionToken : expiredLeaseToken;
      expectUnauthenticated(await knock(api, procedure, { token: await token(world) }));
    });
});

test('[SIG-07] a lease token opens no session, a session token holds no lease, a step token neither beats nor completes', async ({
  world,
  api,
}) => {
  const { session, lease, step } = await tokensOf(world);
  const before = await world.database
    .sql`select first_heartbeat_at from leases where workspace_id = ${world.workspaceId}`;
  for (const [path, token] of [
    ['runner.leases.claim', lease],
    ['runner.sessions.renew', lease],
    ['runner.leases.heartbeat', session],
    ['runner.leases.heartbeat', step],
    ['runner.leases.complete', step],
  ] as const)
    expectUnauthenticated(await api.call(path, { token, body: {} }), path);
  expect(
    await world.database.sql`select first_heartbeat_at from leases where workspace_id = ${world.workspaceId}`,
  ).toEqual(before);
});

test('a revoked operator is out at the next request of its signed-in console', async ({ world, api }) => {
  const cookie = await cookieOf(world);
  expect((await api.query('operator.session.get', { headers: { cookie } })).status).toBe(200);
  await world.database.sql`update credentials set revoked_at = now() where id = ${world.operator.credentialId}`;
  const answer = await api.query('operator.session.get', { headers: { cookie } });
  expect(answer.refusal().reason).toBe('credential_revoked');
  expect(answer.status).toBe(401);
});

/** The input matters little: who calls is judged before what is said. */
function knock(api: RunningApi, { path, type }: Procedure, sent: Sent): Promise<Answer> {
  return type === 'mutation' ? api.call(path, { ...sent, body: {} }) : api.query(path, sent);
}

function speaksFor(kind: (typeof tokenKinds)[number], { meta }: Procedure): boolean {
  return (kind === 'viewer' ? 'operator' : kind) === meta.caller;
}

function expectUnauthenticated(answer: Answer, what?: string): void {
  expect(answer.refusal().reason, what).toBe('unauthenticated');
  expect(answer.status, what).toBe(401);
  expect(answer.headers.get('www-authenticate'), what).toBe('Bearer realm="berth"');
}

/** Tokens that were never given out by this installation. */
async function forgeries(world: World): Promise<Record<string, string>> {
  const { session, grant } = await executions.leased(world);
  const stranger = { ...world.deps, keys: deriveKeys(Buffer.alloc(32, 9).toString('base64')) };
  const foreign = await sessions.liveSession({ ...world, deps: stranger });
  const unsigned = (token: string) =>
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1] ?? ''}.`;
  return {
    garbage: 'nonsense',
    'a slip of the pen': `${world.tokens.service.slice(0, -1)}${world.tokens.service.endsWith('A') ? 'B' : 'A'}`,
    'another prefix': world.tokens.service.replace('bth_svc_', 'bth_op_'),
    'an unsigned session': unsigned(session.grant.sessionToken),
    'an unsigned lease': unsigned(grant.leaseToken),
    'a tampered session': session.grant.sessionToken.replace(/\.[^.]{5}/, '.AAAAA'),
    'a session of another installation': foreign.grant.sessionToken,
    "a console's sign-in": await signOperator(world.deps, world.operator.credentialId),
  };
}
