/**
 * - `idle`: made, not run yet.
 * - `running`: claims and runs.
 * - `draining`: claims nothing more; what runs may finish.
 * - `cancelling`: what runs is told to stop.
 * - `stopped`: nothing runs, the session is closed.
 */
export type RunnerState = 'idle' | 'running' | 'draining' | 'cancelling' | 'stopped';

/**
 * `drain` and `stop` come from whoever runs the runner; `drain` a second time means that he is in a hurry, the same as `stop`.
 * `claimsEnded` comes from the server or a refusal, and hurries nobody.
 */
export type RunnerSignal = 'run' | 'drain' | 'stop' | 'claimsEnded' | 'emptied';

const moves: Record<RunnerState, Partial<Record<RunnerSignal, RunnerState>>> = {
  idle: { run: 'running', drain: 'stopped', stop: 'stopped' },
  running: { drain: 'draining', claimsEnded: 'draining', stop: 'cancelling' },
  draining: { drain: 'cancelling', stop: 'cancelling', emptied: 'stopped' },
  cancelling: { emptied: 'stopped' },
  stopped: {},
};

/** The state after a signal; signals that mean nothing in a state change nothing. */
export const nextState = (state: RunnerState, signal: RunnerSignal): RunnerState => moves[state][signal] ?? state;
