import type { ExecutionState, ExecutionView, Outcome } from '@berth/dto';
import type { Shape, Tone } from '../ui/mark.tsx';

export type Status = { shape: Shape; tone: Tone; word: string };

export const stateStatus: Record<ExecutionState, Status> = {
  queued: { shape: 'waiting', tone: 'dim', word: 'Queued' },
  running: { shape: 'playing', tone: 'accent', word: 'Running' },
  finished: { shape: 'check', tone: 'dim', word: 'Finished' },
};

export const outcomeStatus: Record<Outcome, Status> = {
  succeeded: { shape: 'check', tone: 'good', word: 'Succeeded' },
  failed: { shape: 'cross', tone: 'bad', word: 'Failed' },
  cancelled: { shape: 'slash', tone: 'dim', word: 'Cancelled' },
  released: { shape: 'released', tone: 'dim', word: 'Released' },
  expired_in_queue: { shape: 'hourglass', tone: 'warn', word: 'Expired in queue' },
  lost: { shape: 'warning', tone: 'warn', word: 'Lost' },
};

/** How an execution is shown: by its outcome once it has one. */
export const statusOf = ({ state, outcome }: Pick<ExecutionView, 'state' | 'outcome'>): Status =>
  outcome ? outcomeStatus[outcome] : stateStatus[state];

/** What a running execution waits for, beside its state. */
export function pendingNote({ lease }: Pick<ExecutionView, 'lease'>): string | undefined {
  if (!lease) return undefined;
  if (lease.cancellationRequestedAt) return 'cancel requested';
  return lease.firstHeartbeatAt ? undefined : 'no beat yet';
}

/** True while the next change is seconds away, so that it pays to look more often. */
export const isInTransition = (execution: Pick<ExecutionView, 'lease'>): boolean =>
  pendingNote(execution) !== undefined;
