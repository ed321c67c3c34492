export * from '../shared/index.ts';
export { type AbortReason, abortReasonOf, JobAborted } from './abort.ts';
export type { JobContext, JobHandler } from './attempt.ts';
export { createRunnerClient, type RunnerClient } from './client.ts';
export type { RunnerEvent } from './event.ts';
export { createRunner, type Runner, type RunnerOptions } from './runner.ts';
export type { RunnerState } from './state.rules.ts';
