import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

const advice = 'a test waits for a fact, never for time: poll it with `until` or `expect.poll`';
const tests = ['{packages,apps}/*/test/**/*.test.{ts,tsx}', '{examples,tooling}/test/**/*.test.ts', 'e2e/**/*.ts'];

/** The places where a test of the checkout at `baseDir` sleeps, one line each. */
export function findSleeps(baseDir: string): { files: number; found: string[] } {
  const paths = globSync(tests, { cwd: baseDir, exclude: ['**/node_modules/**', 'e2e/dist/**'] }).sort();
  return {
    files: paths.length,
    found: paths.flatMap((path) => sleepsIn(path, readFileSync(join(baseDir, path), 'utf8'))),
  };
}

function sleepsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const report = (what: string, start: number) => {
    found.push(`${path}:${source.slice(0, start).split('\n').length}: ${what}: ${advice}`);
  };
  // The helpers of the end-to-end tests hold the polling loops themselves; a loop has to pause.
  const isHelper = !/\.(test|spec)\.tsx?$/.test(path);
  new Visitor({
    CallExpression({ callee, start }) {
      const name = nameOf(callee);
      if (name.endsWith('.waitForTimeout')) report('waitForTimeout', start);
      // Not `test.setTimeout()`, by which Playwright bounds a test.
      if (/^((globalThis|window|timers)\.)?setTimeout$/.test(name) && !isHelper) report('setTimeout', start);
    },
    ImportDeclaration({ source: from, start }) {
      if (/^(node:)?timers\/promises$/.test(from.value) && !isHelper) report(from.value, start);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** `page.waitForTimeout` for a call of it; what the object is called is known only where it is a plain name. */
function nameOf(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return '';
  return `${callee.object.type === 'Identifier' ? callee.object.name : '…'}.${callee.property.name}`;
}
