import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { behavioursAreFresh } from '../behaviours/command.ts';
import { checkBoundaries, violationLine } from '../boundaries/check.ts';
import { root } from '../paths.ts';
import { runTool } from '../processes/run-tool.ts';
import { findSleeps } from './sleeps.ts';

export type Verdict = {
  ok: boolean;
  /** How much was looked at, where that is worth saying. */
  note?: string;
  /** What is wrong. */
  details?: string;
};

export type Step = { name: string; run(): Promise<Verdict> };

/** A check of nothing finds nothing wrong: fewer modules or tests than these mean that the check is blind. */
const fewestModules = 200;
const fewestTestFiles = 40;

export const steps: Step[] = [
  { name: 'types', run: () => tool('tsc', ['-b']) },
  { name: 'types of the console', run: consoleTypes },
  { name: 'format and lint (biome)', run: () => tool('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'boundaries', run: boundaries },
  { name: 'no sleeping tests', run: sleeps },
  { name: 'docs/behaviours.md', run: behaviours },
  { name: 'unused code (knip)', run: () => tool('knip', ['--no-progress']) },
  { name: 'migrations (drizzle-kit)', run: migrations },
  { name: 'lockfile', run: lockfile },
];

async function tool(name: string, args: string[], cwd = root): Promise<Verdict> {
  const { code, output } = await runTool(name, args, { cwd, quiet: true });
  return { ok: code === 0, details: output };
}

async function consoleTypes(): Promise<Verdict> {
  const admin = join(root, 'apps/admin');
  const routes = await tool(join(admin, 'node_modules/.bin/next'), ['typegen'], admin);
  return routes.ok ? tool('tsc', ['--noEmit', '-p', admin]) : routes;
}

async function boundaries(): Promise<Verdict> {
  const { modules, violations } = await checkBoundaries(root);
  const blind =
    modules < fewestModules ? [`only ${modules} modules were read, at least ${fewestModules} are there`] : [];
  const wrong = [...blind, ...violations.map(violationLine)];
  return { ok: wrong.length === 0, note: `${modules} modules`, details: wrong.join('\n') };
}

async function sleeps(): Promise<Verdict> {
  const { files, found } = findSleeps(root);
  const blind =
    files < fewestTestFiles ? [`only ${files} test files were read, at least ${fewestTestFiles} are there`] : [];
  const wrong = [...blind, ...found];
  return { ok: wrong.length === 0, note: `${files} files`, details: wrong.join('\n') };
}

async function behaviours(): Promise<Verdict> {
  const { fresh, note } = behavioursAreFresh();
  return { ok: fresh, note, details: 'stale: run `npm run cli -- behaviours` and commit docs/behaviours.md' };
}

function migrations(): Promise<Verdict> {
  const db = join(root, 'packages/db');
  return tool(join(db, 'node_modules/.bin/drizzle-kit'), ['check'], db);
}

/** The lockfile must install from whatever registry is configured: it may not say where a package came from. */
async function lockfile(): Promise<Verdict> {
  const lines = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8').split('\n');
  const named = lines.flatMap((line, index) =>
    /:\/\/|tarball:/.test(line) ? [`pnpm-lock.yaml:${index + 1}: ${line}`] : [],
  );
  return { ok: named.length === 0, details: named.join('\n') };
}
