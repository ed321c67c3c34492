import { givePositions, inTransaction, raiseFloor, sequencerState, setMark, trySequencerLock } from '@berth/db';
import type { Deps } from '../deps.ts';

const sequenceBatchMax = 1_000;

/**
 * Gives positions to one batch of committed events, one process at a time; the others answer 0. The try-lock is a
 * statement of its own, before the one that reads the highest position: its snapshot must see what the last holder
 * committed.
 *
 * @returns how many were given; `sequenceBatchMax` of them means that more may wait.
 */
export async function sequenceEvents(deps: Deps): Promise<{ given: number; more: boolean }> {
  const given = await inTransaction(deps.database, async (tx) => {
    if (!(await trySequencerLock(tx))) return 0;
    const { floor_id, mark_id, passed } = await sequencerState(tx);
    const count = await givePositions(tx, floor_id, sequenceBatchMax);
    const caughtUp = count < sequenceBatchMax;
    if (passed && caughtUp && mark_id !== null) await raiseFloor(tx, mark_id);
    else if (mark_id === null && count > 0) await setMark(tx);
    return count;
  });
  if (given > 0) deps.signals.raise('log');
  return { given, more: given === sequenceBatchMax };
}
