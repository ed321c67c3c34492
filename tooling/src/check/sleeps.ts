import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';

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
      const member =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
      if (member === 'waitForTimeout') report(member, start);
      const direct = callee.type === 'Identifier' ? callee.name : member;
      if (direct === 'setTimeout' && !isHelper) report(direct, start);
    },
    ImportDeclaration({ source: from, start }) {
      if (/^(node:)?timers\/promises$/.test(from.value) && !isHelper) report(from.value, start);
    },
  }).visit(parseSync(path, source).program);
  return found;
}
