import { globSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';
import type { Violation } from './violation.ts';

/** Checks who imports whom in the checkout (or a fixture shaped like one) at `baseDir`. */
export async function checkImports(baseDir: string): Promise<{ modules: number; violations: Violation[] }> {
  const folders = globSync(['{packages,apps}/*/src', 'examples/{orchestrator,runner}'], { cwd: baseDir });
  const { output } = await cruise(folders, {
    baseDir,
    ruleSet: { forbidden: importRules.map((rule) => ({ ...rule, severity: 'error' })) },
    validate: true,
    tsPreCompilationDeps: true, // sees `import type` too
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(dist|\\.next)/', '\\.json$'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text instead of a result');
  const ours = output.modules.filter(({ source }) => /\.tsx?$/.test(source) && !/^\.\.|node_modules/.test(source));
  const violations = output.summary.violations.map(({ from, to, rule, cycle }): Violation => {
    const chain = cycle?.map(({ name }) => name).join(' → ');
    const advice = importRules.find(({ name }) => name === rule.name)?.comment ?? rule.name;
    return { rule: rule.name, where: from, found: chain ? `imports ${chain}` : `imports ${to}`, advice };
  });
  return { modules: ours.length, violations };
}
