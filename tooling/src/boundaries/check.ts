import { contentRules } from './content-rules.ts';
import { checkContents } from './contents.ts';
import { importRules } from './import-rules.ts';
import { checkImports } from './imports.ts';
import type { Violation } from './violation.ts';

export type BoundariesReport = {
  /** How many modules were read: a check that reads none finds nothing wrong. */
  modules: number;
  violations: Violation[];
};

/** The names of all rules; each has a fixture that breaks it. */
export const boundaryRules = [...importRules, ...contentRules].map(({ name }) => name);

/** Checks the boundaries between the packages of the checkout (or a fixture shaped like one) at `baseDir`. */
export async function checkBoundaries(baseDir: string): Promise<BoundariesReport> {
  const imports = await checkImports(baseDir);
  const contents = checkContents(baseDir);
  return {
    // The lesser of the two: both must have seen the tree.
    modules: Math.min(imports.modules, contents.modules),
    violations: [...imports.violations, ...contents.violations],
  };
}

export function violationLine({ rule, where, found, advice }: Violation): string {
  return `${where}: ${found}\n    ${rule}: ${advice}`;
}
