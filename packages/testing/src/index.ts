export { cloneDatabase, type TestDatabase } from './database.ts';
export { testDeps, testLimits, testRootKey } from './deps.ts';
export * as executions from './factories/execution.ts';
export * as sessions from './factories/session.ts';
export { findBrokenInvariants } from './invariants.ts';
export { inOpenTransaction, race } from './race.ts';
export { test } from './test.ts';
export { until } from './until.ts';
export { createWorld, type World } from './world.ts';
