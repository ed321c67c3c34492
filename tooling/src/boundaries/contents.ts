import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentRules } from './content-rules.ts';
import { factsOf } from './syntax.ts';
import type { Violation } from './violation.ts';

/** Checks what stands in the files of the checkout (or a fixture shaped like one) at `baseDir`. */
export function checkContents(baseDir: string): { modules: number; violations: Violation[] } {
  const paths = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: baseDir }).sort();
  const violations = paths.flatMap((path) => violationsIn(baseDir, path));
  return { modules: paths.length, violations };
}

function violationsIn(baseDir: string, path: string): Violation[] {
  const rules = contentRules.filter((rule) => rule.appliesTo(path));
  if (rules.length === 0) return [];
  const facts = factsOf(path, readFileSync(join(baseDir, path), 'utf8'));
  return rules.flatMap((rule) =>
    facts
      .filter((fact) => rule.forbids(fact))
      .map(({ what, line }) => ({
        rule: rule.name,
        where: `${path}:${line}`,
        found: what.trim().replace(/\s+/g, ' ').slice(0, 60),
        advice: rule.comment,
      })),
  );
}
