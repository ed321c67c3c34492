import { Reason } from '@berth/dto';
import { describe, expect, test } from 'vitest';
import { afterClaimFailure } from '../src/runner/claim.rules.ts';
import { renewAfterMs } from '../src/runner/session.rules.ts';
import { nextState, type RunnerSignal, type RunnerState } from '../src/runner/state.rules.ts';

describe('after a failed claim', () => {
  test('what may have been granted is asked for under the same request id', () => {
    for (const reason of Reason.options) expect(afterClaimFailure({ reason, retryable: true })).toBe('same');
    expect(afterClaimFailure({ reason: 'claim_in_progress', retryable: false })).toBe('same');
  });

  test.each([
    ['request_spent', 'fresh'],
    ['workspace_inactive', 'fresh'],
    ['session_revoked', 'register'],
    ['session_not_found', 'register'],
    ['unauthenticated', 'register'],
    ['credential_expired', 'register'],
    ['credential_revoked', 'register'],
    ['session_exhausted', 'drain'],
    ['forbidden', 'fatal'],
    ['invalid_input', 'fatal'],
    ['unknown_procedure', 'fatal'],
  ] as const)('%s: %s', (reason, then) => {
    expect(afterClaimFailure({ reason, retryable: false })).toBe(then);
  });
});

describe('the states of a runner', () => {
  const states: RunnerState[] = ['idle', 'running', 'draining', 'cancelling', 'stopped'];
  const signals: RunnerSignal[] = ['run', 'drain', 'stop', 'claimsEnded', 'emptied'];

  test('every state under every signal', () => {
    const table = Object.fromEntries(
      states.map((state) => [state, signals.map((signal) => nextState(state, signal)).join(' ')]),
    );
    expect(table).toEqual({
      idle: 'running stopped stopped idle idle',
      running: 'running draining cancelling draining running',
      draining: 'draining cancelling cancelling draining stopped',
      cancelling: 'cancelling cancelling cancelling cancelling stopped',
      stopped: 'stopped stopped stopped stopped stopped',
    });
  });

  test('nobody goes back', () => {
    for (const [index, state] of states.entries()) {
      for (const signal of signals) expect(states.indexOf(nextState(state, signal))).toBeGreaterThanOrEqual(index);
    }
  });
});

test('a session token is renewed with tries left before it ends', () => {
  expect([0, 1].map((random) => renewAfterMs({ sessionTokenSeconds: 600, random }))).toEqual([
    240_000,
    expect.closeTo(360_000),
  ]);
});
