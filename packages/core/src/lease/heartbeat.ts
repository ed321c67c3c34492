import { beatLease, reportCapabilities } from '@berth/db';
import type { HeartbeatInput, HeartbeatOutput } from '@berth/dto';
import type { LeaseActor } from '../actor.ts';
import { signLease } from '../credential/signed.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';

/**
 * Keeps a lease alive and answers whether to stop. A cancelled lease beats like any other; the beat does not lengthen
 * its grace. Capabilities go to the session in a transaction of their own: left out they are kept, null clears them.
 *
 * Locks: the lease's row, by the update alone. Events: none.
 *
 * @throws DomainError `lease_lost` when the lease is not this session's under this fence. (HB-01…HB-06, HB-12, HB-19)
 */
export async function heartbeat(deps: Deps, actor: LeaseActor, input: HeartbeatInput): Promise<HeartbeatOutput> {
  const beat = await beatLease(deps.database.sql, actor);
  if (!beat) throw new DomainError('lease_lost', 'the lease has ended or belongs to another session; stop the job');
  if (input.capabilities !== undefined)
    await reportCapabilities(deps.database.sql, actor.sessionId, input.capabilities);
  return { ...beat, secondsLeft: deps.limits.leaseSeconds, ...(await signLease(deps, actor)) };
}
