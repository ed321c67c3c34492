import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSleeps } from '../src/check/sleeps.ts';
import { root } from '../src/paths.ts';

test('a test that sleeps is found; the pause in a polling helper is not', () => {
  const { files, found } = findSleeps(join(root, 'tooling/fixtures/sleeps'));
  expect(files).toBe(3);
  expect(found.map((line) => line.split(': ').slice(0, 2))).toEqual([
    ['e2e/console.spec.ts:2', 'waitForTimeout'],
    ['packages/core/test/claim.test.ts:1', 'node:timers/promises'],
    ['packages/core/test/claim.test.ts:4', 'setTimeout'],
  ]);
});
