import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheDir, consoleDir, root } from './paths.ts';
import { Problem } from './problem.ts';
import { runTool } from './processes/run-tool.ts';

/**
 * Makes the console ready to serve (`node server.js` in `consoleDir`); a moment's work when nothing has changed.
 * @throws Problem with the end of the build's output
 */
export async function buildConsole(): Promise<void> {
  const env = { PATH: `${pnpmShim()}${delimiter}${process.env.PATH ?? ''}` };
  const args = ['run', 'build', '--filter=@berth/admin', '--output-logs=errors-only'];
  const { code, output } = await runTool('turbo', args, { env, quiet: true });
  if (code !== 0)
    throw new Problem(`The console could not be built:\n${output.trimEnd().split('\n').slice(-40).join('\n')}`);
  serveStaticFiles();
}

/**
 * turbo calls `pnpm run build`, and wants pnpm on the PATH also when it has nothing to run. It is there only inside
 * `npx pnpm`, which would ask the registry, without the settings that turbo keeps from its children. Node.js runs a
 * script just as well.
 */
function pnpmShim(): string {
  const bin = join(cacheDir, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'pnpm'), '#!/bin/sh\n# pnpm run SCRIPT\nexec node --run "$2"\n');
  chmodSync(join(bin, 'pnpm'), 0o755);
  return bin;
}

/** The standalone server serves these files only from beside itself, where the build does not put them. */
function serveStaticFiles(): void {
  const admin = join(root, 'apps/admin');
  cpSync(join(admin, '.next/static'), join(consoleDir, '.next/static'), { recursive: true });
  if (existsSync(join(admin, 'public'))) cpSync(join(admin, 'public'), join(consoleDir, 'public'), { recursive: true });
}
