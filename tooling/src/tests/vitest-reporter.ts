import type { Reporter, TestModule } from 'vitest/node';
import { leaveTally, type Tally } from './tally.ts';

/** vitest: counts the tests of a run. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tally: Tally = { passed: 0, failed: unhandled.length };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') tally.passed++;
        if (state === 'failed') tally.failed++;
      }
      // A file that cannot be loaded, or a hook that throws: no test of it is marked as failed.
      for (const suite of [module, ...module.children.allSuites()]) tally.failed += suite.errors().length;
    }
    leaveTally(tally);
  }
}
