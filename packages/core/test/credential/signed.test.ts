import { randomBytes } from 'node:crypto';
import { deriveKeys } from '@berth/core';
import { ExecutionId, JobId, SessionId, WorkspaceId } from '@berth/dto';
import { SignJWT } from 'jose';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import {
  operatorTokenSeconds,
  sessionTokenSeconds,
  signLease,
  signOperator,
  signSession,
  verifyLease,
  verifyOperator,
  verifySession,
} from '../../src/credential/signed.ts';

const root = randomBytes(32).toString('base64');
const start = Date.parse('2026-06-01T00:00:00Z');
const at = (seconds: number, rootKey = root) => ({
  keys: deriveKeys(rootKey),
  now: () => new Date(start + seconds * 1_000),
});
const now = at(0);

const session = { workspaceId: WorkspaceId.parse(uuidv7()), sessionId: SessionId.parse(uuidv7()) };
const lease = { ...session, executionId: ExecutionId.parse(uuidv7()), jobId: JobId.parse(uuidv7()), fence: 7 };

describe('signed tokens', () => {
  test('[SIG-01 decided] [SIG-04] a lease token round-trips workspace, session, execution, job and fence', async () => {
    const { leaseToken } = await signLease(now, lease);
    expect(await verifyLease(now, 'lease', leaseToken)).toEqual({ kind: 'lease', ...lease });
  });

  test('[SIG-06 decided] a session token round-trips workspace and session; labels and cap stand on the row', async () => {
    const token = await signSession(now, session);
    expect(await verifySession(now, token)).toEqual({ kind: 'session', ...session });
  });

  test('[SIG-07] no token passes for another kind', async () => {
    const { leaseToken, stepToken } = await signLease(now, lease);
    const sessionToken = await signSession(now, session);
    const operatorToken = await signOperator(now, uuidv7());
    for (const token of [leaseToken, stepToken, operatorToken]) expect(await verifySession(now, token)).toBeNull();
    for (const token of [sessionToken, stepToken, operatorToken])
      expect(await verifyLease(now, 'lease', token)).toBeNull();
    for (const token of [sessionToken, leaseToken, operatorToken])
      expect(await verifyLease(now, 'step', token)).toBeNull();
    for (const token of [sessionToken, leaseToken, stepToken]) expect(await verifyOperator(now, token)).toBeNull();
  });

  test('[SIG-05] [SIG-08 decided] tampered, foreign, expired and meaningless ones prove nothing, and never throw', async () => {
    const token = await signSession(now, session);
    const [header, payload, signature] = token.split('.');
    const other = Buffer.from(JSON.stringify({ ...session, ws: uuidv7(), sub: uuidv7() })).toString('base64url');
    expect(await verifySession(now, `${header}.${other}.${signature}`)).toBeNull();
    expect(await verifySession(now, `${header}.${payload}.`)).toBeNull();
    expect(await verifySession(at(0, randomBytes(32).toString('base64')), token)).toBeNull();
    expect(await verifySession(at(sessionTokenSeconds - 1), token)).not.toBeNull();
    expect(await verifySession(at(sessionTokenSeconds + 1), token)).toBeNull();
    for (const nonsense of ['', 'x', 'a.b.c']) expect(await verifySession(now, nonsense)).toBeNull();
  });

  test('[SIG-10] another algorithm, none at all, and a missing audience are refused', async () => {
    const claims = { ws: session.workspaceId, sub: session.sessionId };
    const key = now.keys.session;
    const sign = (alg: string, audience?: string) => {
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg })
        .setIssuer('berth')
        .setIssuedAt(start / 1_000);
      if (audience) jwt.setAudience(audience);
      return jwt.setExpirationTime(start / 1_000 + 60).sign(key);
    };
    expect(await verifySession(now, await sign('HS256', 'berth-session'))).toEqual({ kind: 'session', ...session });
    expect(await verifySession(now, await sign('HS512', 'berth-session'))).toBeNull();
    expect(await verifySession(now, await sign('HS256', 'berth-lease'))).toBeNull();
    expect(await verifySession(now, await sign('HS256'))).toBeNull();
    const none = [{ alg: 'none' }, { ...claims, aud: 'berth-session', iss: 'berth' }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    expect(await verifySession(now, `${none.join('.')}.`)).toBeNull();
  });

  test('an operator token names its credential, for twelve hours', async () => {
    const credentialId = uuidv7();
    const token = await signOperator(now, credentialId);
    expect(await verifyOperator(now, token)).toBe(credentialId);
    expect(await verifyOperator(at(operatorTokenSeconds + 1), token)).toBeNull();
  });
});

describe('the keys', () => {
  test('[SIG-11] are stable, and differ from one another and from root to root', () => {
    const hex = (rootKey: string) => Object.values(deriveKeys(rootKey)).map((key) => Buffer.from(key).toString('hex'));
    expect(hex(root)).toEqual(hex(root));
    expect(new Set([...hex(root), ...hex(randomBytes(32).toString('base64'))]).size).toBe(8);
  });

  test.for(['', 'short', randomBytes(31).toString('base64'), `${root}\n`, root.replace('=', ''), `${root}=`])(
    '[SIG-11] are not derived from %j',
    (bad) => {
      expect(() => deriveKeys(bad)).toThrow('base64 of 32 bytes');
    },
  );
});
