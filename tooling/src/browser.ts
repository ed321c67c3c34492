import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export type Browser = { executablePath?: string; env?: Record<string, string>; source: string };

/** Finds a browser: $CHROMIUM, one of Playwright's own, the system's, or else the one packed in @sparticuz/chromium. */
export async function findBrowser(playwrightExecutable: string, cacheDir: string): Promise<Browser> {
  const explicit = process.env.CHROMIUM;
  if (explicit) return { executablePath: explicit, source: 'CHROMIUM' };
  if (existsSync(playwrightExecutable)) return { source: 'playwright' };
  for (const p of ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'])
    if (existsSync(p)) return { executablePath: p, source: p };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('no browser found: run "pnpm exec playwright install chromium"');
  return packed(cacheDir);
}

async function packed(cacheDir: string): Promise<Browser> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  let pkg = dirname(entry);
  while (!existsSync(join(pkg, 'package.json'))) pkg = dirname(pkg);
  const { version } = JSON.parse(readFileSync(join(pkg, 'package.json'), 'utf8')) as { version: string };
  const home = resolve(cacheDir, `chromium-${version}`);
  if (!existsSync(home)) {
    const tmp = `${home}.${process.pid}`;
    mkdirSync(tmp, { recursive: true });
    const saved = process.env.TMPDIR;
    process.env.TMPDIR = tmp; // the package unpacks into os.tmpdir()
    try {
      const { default: chromium, inflate } = (await import('@sparticuz/chromium')) as unknown as {
        default: { executablePath(): Promise<string> };
        inflate(path: string): Promise<string>;
      };
      await chromium.executablePath();
      await inflate(join(pkg, 'bin', 'al2023.tar.br')); // nss, nspr, expat
    } finally {
      if (saved === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = saved;
    }
    try {
      renameSync(tmp, home);
    } catch {
      rmSync(tmp, { recursive: true, force: true });
    }
  }
  const executablePath = join(home, 'chromium');
  const missing = /not found/.test(spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout ?? '');
  const fonts = existsSync('/usr/share/fonts') && readdirSync('/usr/share/fonts').length > 0;
  return {
    executablePath,
    source: `@sparticuz/chromium ${version}${missing ? ' with its own libraries' : ''}`,
    env: {
      ...(missing ? { LD_LIBRARY_PATH: join(home, 'al2023', 'lib') } : {}),
      ...(fonts ? {} : { FONTCONFIG_PATH: join(home, 'fonts') }),
    },
  };
}
