import { amnestyHolds, beatPulse } from '@berth/db';
import type { Deps } from '../deps.ts';
import { sequenceEvents } from '../event/sequence.ts';
import { expireInQueue } from '../execution/expire-in-queue.ts';
import { expireLeases } from '../lease/expire.ts';
import { retainSessions } from '../session/retain.ts';

/** A periodic job: takes no input, may run in any number of processes at once, answers whether a full batch says "more". */
export type Reconciler = { name: string; run(deps: Deps): Promise<{ more: boolean }> };

const expireBatchMax = 1_000;
const queueBatchMax = 1_000;
const retainBatchMax = 1_000;
const pulseGapSeconds = 15;
const amnestyPerHourSeconds = 600;
/** A runner beats three times in a lease's life; an amnesty spans two beats. */
const beatsPerLease = 3;

/** Says that the control plane is up; the beat after a gap grants an amnesty to leases that could not beat meanwhile. */
export const pulse: Reconciler = {
  name: 'pulse',
  async run({ database, limits }) {
    await beatPulse(database.sql, {
      gapSeconds: pulseGapSeconds,
      amnestySeconds: Math.ceil((2 * limits.leaseSeconds) / beatsPerLease),
      amnestyPerHourSeconds,
    });
    return { more: false };
  },
};

/** Ends leases that are stale or past the grace of their cancel. */
export const expire: Reconciler = {
  name: 'expire-leases',
  async run(deps) {
    const amnesty = await amnestyHolds(deps.database.sql);
    const { listed, expired, finished, requeued } = await expireLeases(deps, { leasesMax: expireBatchMax, amnesty });
    // A full list of which nothing could be ended is busy elsewhere: leave it to the next tick.
    return { more: listed === expireBatchMax && expired + finished + requeued > 0 };
  },
};

/** Ends executions that no runner has claimed within their time. */
export const expireQueue: Reconciler = {
  name: 'expire-queue',
  async run(deps) {
    const { listed, finished } = await expireInQueue(deps, { entriesMax: queueBatchMax });
    return { more: listed === queueBatchMax && finished > 0 };
  },
};

/** Deletes sessions that are long over. */
export const retain: Reconciler = {
  name: 'retain-sessions',
  async run(deps) {
    return { more: (await retainSessions(deps, { sessionsMax: retainBatchMax })) === retainBatchMax };
  },
};

/** Gives positions to committed events. */
export const sequence: Reconciler = {
  name: 'sequence-events',
  run: (deps) => sequenceEvents(deps),
};
