import { ExecutionState, executionMoves, roleAllows, stateAfter } from '@berth/dto';
import { expect, test } from 'vitest';

const moves = Object.keys(executionMoves) as (keyof typeof executionMoves)[];

test('nothing leads out of finished', () => {
  for (const move of moves) expect(stateAfter(move, 'finished')).toBeUndefined();
});

test('every move that is listed leads to a state', () => {
  for (const move of moves)
    for (const from of ExecutionState.options) {
      const to = stateAfter(move, from);
      if (to !== undefined) expect(ExecutionState.options).toContain(to);
    }
});

test('only a queued execution is claimed, only a running one is completed or requeued', () => {
  expect(ExecutionState.options.filter((from) => stateAfter('claim', from))).toEqual(['queued']);
  expect(ExecutionState.options.filter((from) => stateAfter('complete', from))).toEqual(['running']);
  expect(ExecutionState.options.filter((from) => stateAfter('requeue', from))).toEqual(['running']);
});

test('a role allows what ranks below it', () => {
  expect(roleAllows('admin', 'viewer')).toBe(true);
  expect(roleAllows('operator', 'operator')).toBe(true);
  expect(roleAllows('viewer', 'operator')).toBe(false);
});
