import type { ExecutionState } from './state.ts';

/** The one table of legal moves of an execution: the console's buttons and the diagram in the docs follow it. */
export const executionMoves = {
  claim: { queued: 'running' },
  complete: { running: 'finished' },
  /** A queued execution finishes at once; a running one is told to stop and finishes when its lease ends. */
  cancel: { queued: 'finished', running: 'running' },
  terminate: { queued: 'finished', running: 'running' },
  expire: { running: 'finished' },
  endCancelGrace: { running: 'finished' },
  requeue: { running: 'queued' },
  release: { queued: 'finished', running: 'finished' },
  expireInQueue: { queued: 'finished' },
} as const satisfies Record<string, Partial<Record<ExecutionState, ExecutionState>>>;

export type ExecutionMove = keyof typeof executionMoves;

/** The state after a move, or undefined when the move is not legal from here. */
export function stateAfter(move: ExecutionMove, from: ExecutionState): ExecutionState | undefined {
  const moves: Partial<Record<ExecutionState, ExecutionState>> = executionMoves[move];
  return moves[from];
}
