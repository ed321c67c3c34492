import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boundaryRules, checkBoundaries, violationLine } from '../src/boundaries/check.ts';
import { root } from '../src/paths.ts';

const fixtures = join(root, 'tooling/fixtures/boundaries');

describe('boundaries', () => {
  test('every rule has a fixture that breaks it', () => {
    expect(readdirSync(fixtures).sort()).toEqual([...boundaryRules].sort());
  });

  test.each(boundaryRules)('%s is caught, and nothing else is', async (rule) => {
    const { violations } = await checkBoundaries(join(fixtures, rule));
    expect(violations.map((violation) => violation.rule)).toContain(rule);
    expect(new Set(violations.map((violation) => violation.rule))).toEqual(new Set([rule]));
  });

  test('the checkout keeps them all', async () => {
    const { modules, violations } = await checkBoundaries(root);
    expect(violations.map(violationLine)).toEqual([]);
    expect(modules).toBeGreaterThan(20);
  });
});
