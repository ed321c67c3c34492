/**
 * The one order in which locks are taken. A waiting lock must rank above everything that is held, locks taken by try
 * or skip-locked included: two transactions that both climb can never wait for one another in a circle.
 */
const lockRanks = {
  idempotencyKey: 0,
  provisioner: 2,
  session: 3,
  execution: 4,
  queueEntry: 5,
  lease: 6,
  credential: 11,
} as const;

export type LockKind = keyof typeof lockRanks;

/** What one transaction holds. */
export type Ladder = { climbTo(kind: LockKind): void; hold(kind: LockKind): void };

/** A lock was asked for out of order: a fault in the program, never in its input. */
export class LockOrderError extends Error {
  override readonly name = 'LockOrderError';
}

export function newLadder(): Ladder {
  let highest: LockKind | undefined;
  return {
    climbTo(kind) {
      if (highest !== undefined && lockRanks[kind] <= lockRanks[highest])
        throw new LockOrderError(`a lock on ${kind} may not wait while a lock on ${highest} is held`);
      highest = kind;
    },
    hold(kind) {
      if (highest === undefined || lockRanks[kind] > lockRanks[highest]) highest = kind;
    },
  };
}
