import { ExecutionId, JobId, SessionId, WorkspaceId } from '@berth/dto';
import { jwtVerify, SignJWT } from 'jose';
import type { LeaseActor, SessionActor } from '../actor.ts';
import type { Deps, SigningKeys } from '../deps.ts';

export const sessionTokenSeconds = 3_600;
const leaseTokenSeconds = 5_400;
export const operatorTokenSeconds = 43_200;

type Audience = keyof SigningKeys;
type Signer = Pick<Deps, 'keys' | 'now'>;
const issuer = 'berth';
const algorithm = 'HS256';
const audienceName = (audience: Audience) => `berth-${audience}`;

function sign(deps: Signer, audience: Audience, claims: Record<string, unknown>, seconds: number): Promise<string> {
  const issuedAt = Math.floor(deps.now().getTime() / 1_000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience(audienceName(audience))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(deps.keys[audience]);
}

/** The claims of a token of this audience, or null for one that proves nothing; never throws. (SIG-05, SIG-07, SIG-10) */
async function verify(deps: Signer, audience: Audience, token: string): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtVerify(token, deps.keys[audience], {
      algorithms: [algorithm],
      issuer,
      audience: audienceName(audience),
      currentDate: deps.now(),
      requiredClaims: ['exp', 'iat'],
    });
    return payload;
  } catch {
    return null;
  }
}

export function signSession(deps: Signer, { workspaceId, sessionId }: Omit<SessionActor, 'kind'>): Promise<string> {
  return sign(deps, 'session', { ws: workspaceId, sub: sessionId }, sessionTokenSeconds);
}

export async function verifySession(deps: Signer, token: string): Promise<SessionActor | null> {
  const claims = await verify(deps, 'session', token);
  const workspaceId = WorkspaceId.safeParse(claims?.ws);
  const sessionId = SessionId.safeParse(claims?.sub);
  if (!workspaceId.success || !sessionId.success) return null;
  return { kind: 'session', workspaceId: workspaceId.data, sessionId: sessionId.data };
}

type LeaseClaims = Omit<LeaseActor, 'kind'>;

/** The lease token beats and completes; the step token names the same lease and can do neither. */
export async function signLease(deps: Signer, lease: LeaseClaims): Promise<{ leaseToken: string; stepToken: string }> {
  const claims = {
    ws: lease.workspaceId,
    ses: lease.sessionId,
    sub: lease.executionId,
    job: lease.jobId,
    fence: lease.fence,
  };
  const [leaseToken, stepToken] = await Promise.all([
    sign(deps, 'lease', claims, leaseTokenSeconds),
    sign(deps, 'step', claims, leaseTokenSeconds),
  ]);
  return { leaseToken, stepToken };
}

export async function verifyLease(deps: Signer, audience: 'lease' | 'step', token: string): Promise<LeaseActor | null> {
  const claims = await verify(deps, audience, token);
  const workspaceId = WorkspaceId.safeParse(claims?.ws);
  const sessionId = SessionId.safeParse(claims?.ses);
  const executionId = ExecutionId.safeParse(claims?.sub);
  const jobId = JobId.safeParse(claims?.job);
  const fence = claims?.fence;
  if (!workspaceId.success || !sessionId.success || !executionId.success || !jobId.success) return null;
  if (typeof fence !== 'number' || !Number.isSafeInteger(fence)) return null;
  return {
    kind: 'lease',
    workspaceId: workspaceId.data,
    sessionId: sessionId.data,
    executionId: executionId.data,
    jobId: jobId.data,
    fence,
  };
}

/** What a signed-in console holds in its cookie: which credential, never the credential. */
export function signOperator(deps: Signer, credentialId: string): Promise<string> {
  return sign(deps, 'operator', { sub: credentialId }, operatorTokenSeconds);
}

export async function verifyOperator(deps: Signer, token: string): Promise<string | null> {
  const claims = await verify(deps, 'operator', token);
  return typeof claims?.sub === 'string' ? claims.sub : null;
}
