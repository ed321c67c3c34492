import type { IncomingHttpHeaders } from 'node:http';
import type { Deps } from '@berth/core';
import {
  authenticateOperator,
  authenticateToken,
  DomainError,
  type LeaseActor,
  type OperatorActor,
  type RegistrationActor,
  type ServiceActor,
  type SessionActor,
  verifyLease,
  verifyOperator,
  verifySession,
} from '@berth/core';
import { readOperatorCookie } from './cookie.ts';

/** What of a request says who sends it. */
export type Sender = { headers: IncomingHttpHeaders; method: string | undefined; consoleOrigin: string };

type Actors = {
  service: ServiceActor;
  registration: RegistrationActor;
  session: SessionActor;
  lease: LeaseActor;
  operator: OperatorActor;
};
export type Caller = keyof Actors;

const needed: Record<Caller, string> = {
  service: 'a service credential (bth_svc_…)',
  registration: 'a registration credential (bth_reg_…)',
  session: 'a session token, from runner.sessions.register',
  lease: 'a lease token, from runner.leases.claim',
  operator: 'an operator credential (bth_op_…), or a signed-in console',
};

const refuse = (caller: Caller) =>
  new DomainError(
    'unauthenticated',
    `this procedure needs ${needed[caller]} in the authorization header, as "Bearer …"`,
  );

function bearerOf({ headers }: Sender): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

type Authenticators = { [C in Caller]: (deps: Deps, sender: Sender) => Promise<Actors[C]> };

/** Who sends this request, as the kind of caller that the procedure is for; refuses everybody else. */
export const authenticate: Authenticators = {
  service: (deps, sender) => byCredential(deps, sender, 'service'),
  registration: (deps, sender) => byCredential(deps, sender, 'registration'),
  async session(deps, sender) {
    const token = bearerOf(sender);
    const actor = token === undefined ? null : await verifySession(deps, token);
    if (!actor) throw refuse('session');
    return actor;
  },
  async lease(deps, sender) {
    const token = bearerOf(sender);
    const actor = token === undefined ? null : await verifyLease(deps, 'lease', token);
    if (!actor) throw refuse('lease');
    return actor;
  },
  async operator(deps, sender) {
    if (bearerOf(sender) !== undefined) return byCredential(deps, sender, 'operator');
    const cookie = readOperatorCookie(sender.headers.cookie, sender.consoleOrigin);
    if (cookie === undefined) throw refuse('operator');
    requireSameSite(sender);
    const credentialId = await verifyOperator(deps, cookie);
    if (credentialId === null) throw new DomainError('unauthenticated', 'the sign-in has ended; sign in again');
    return authenticateOperator(deps, credentialId);
  },
};

async function byCredential<C extends 'service' | 'registration' | 'operator'>(deps: Deps, sender: Sender, caller: C) {
  const token = bearerOf(sender);
  if (token === undefined) throw refuse(caller);
  const actor = await authenticateToken(deps, token);
  if (!isOfKind(actor, caller)) throw refuse(caller);
  return actor;
}

function isOfKind<C extends Caller>(actor: { kind: Caller }, kind: C): actor is Actors[C] {
  return actor.kind === kind;
}

/**
 * A cookie is sent by the browser whoever made it send the request, so the request must come from the console's own
 * pages, and a write must be JSON, which no foreign form can send.
 *
 * @throws DomainError `cross_site`.
 */
export function requireSameSite(sender: Sender): void {
  const { headers, method, consoleOrigin } = sender;
  const site = headers['sec-fetch-site'];
  const fromHere =
    site === undefined ? isOwnOrigin(headers.origin, consoleOrigin) : site === 'same-origin' || site === 'none';
  if (!fromHere || (method !== 'GET' && !isJson(sender)))
    throw new DomainError('cross_site', 'requests with the sign-in cookie come from the console itself, as JSON');
}

export const isJson = ({ headers }: Sender): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

const isOwnOrigin = (origin: string | undefined, consoleOrigin: string) =>
  origin === undefined || origin === consoleOrigin;
