import type { Reporter, TestCase } from '@playwright/test/reporter';
import { leaveTally, type Tally } from './tally.ts';

/** Playwright: counts the tests of a run. A test that passed only when repeated has passed. */
export default class TallyReporter implements Reporter {
  readonly #tests = new Set<TestCase>();
  #errors = 0;

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  /** An error outside any test, such as a file that cannot be loaded. */
  onError(): void {
    this.#errors++;
  }

  printsToStdio(): boolean {
    return false;
  }

  onEnd(): void {
    const tally: Tally = { passed: 0, failed: this.#errors };
    for (const test of this.#tests) {
      const outcome = test.outcome();
      if (outcome === 'expected' || outcome === 'flaky') tally.passed++;
      if (outcome === 'unexpected') tally.failed++;
    }
    leaveTally(tally);
  }
}
