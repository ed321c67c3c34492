import { ClaimOutput, EnqueueOutput, type LeaseGrant, SessionGrant } from '@berth/dto';
import { executions, type World } from '@berth/testing';
import type { Caller } from './api.ts';

/** Queues one execution over HTTP and answers its ids. */
export async function enqueue(api: Caller, world: World, options: executions.QueuedOptions = {}) {
  const item = executions.request(world, options);
  const body = { workspaceId: world.workspaceId, executions: [item] };
  const answer = await api.call('orchestrator.executions.enqueue', { token: world.tokens.service, body });
  const [result] = answer.as(EnqueueOutput).results;
  if (result?.status !== 'queued') throw new Error(`not queued: ${answer.text}`);
  return item;
}

/** Registers a runner over HTTP. Labels of its own keep it from other tests' jobs. */
export async function register(api: Caller, world: World, labels: string[] = ['linux']): Promise<SessionGrant> {
  const answer = await api.call('runner.sessions.register', { token: world.tokens.registration, body: { labels } });
  return answer.as(SessionGrant);
}

/** One claim that does not wait; empty when there is nothing. */
export async function claim(api: Caller, world: World, session: SessionGrant): Promise<LeaseGrant[]> {
  const body = { requestId: world.newId() };
  return (await api.call('runner.leases.claim', { token: session.sessionToken, body })).as(ClaimOutput).leases;
}

/** A queued execution, claimed at once by a new session. */
export async function leaseOverHttp(api: Caller, world: World) {
  const item = await enqueue(api, world);
  const session = await register(api, world);
  const [lease] = await claim(api, world, session);
  if (!lease) throw new Error('the session got no lease');
  return { item, session, lease };
}
