import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../paths.ts';
import { Problem } from '../problem.ts';
import { runTool } from '../processes/run-tool.ts';
import { validCredentials } from './database.ts';

/** The workspace in which the demo runs. */
export const demoWorkspace = '0197c0de-0000-7000-8000-000000000001';

const wanted = {
  operator: ['--kind', 'operator', '--name', 'local operator', '--role', 'admin'],
  service: ['--kind', 'service', '--name', 'example orchestrator'],
  registration: ['--kind', 'registration', '--name', 'example runners', '--workspace', demoWorkspace],
};

type Role = keyof typeof wanted;
type Issued = { id: string; token: string };
export type Credentials = Record<Role, Issued>;

const file = join(dataDir, 'credentials.json');

/**
 * The credentials that the console's operator, the orchestrator and the runners use here: issued once and kept, as
 * long as the database knows and honours all of them. Another database, or a revoked one, means new ones.
 * @param env what the api's command line needs: DATABASE_URL, BERTH_ROOT_KEY
 */
export async function localCredentials(env: { DATABASE_URL: string; BERTH_ROOT_KEY: string }): Promise<Credentials> {
  const kept = readKept();
  if (kept) {
    const ids = Object.values(kept).map(({ id }) => id);
    const valid = await validCredentials(env.DATABASE_URL, ids);
    if (ids.every((id) => valid.has(id))) return kept;
  }
  const [operator, service, registration] = await Promise.all([
    issue('operator', env),
    issue('service', env),
    issue('registration', env),
  ]);
  const credentials = { operator, service, registration };
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  return credentials;
}

function readKept(): Credentials | undefined {
  if (!existsSync(file)) return undefined;
  const kept: Partial<Credentials> = JSON.parse(readFileSync(file, 'utf8'));
  const { operator, service, registration } = kept;
  return operator && service && registration ? { operator, service, registration } : undefined;
}

async function issue(role: Role, env: Record<string, string>): Promise<Issued> {
  const args = ['apps/api/src/cli.ts', 'credential', 'issue', ...wanted[role]];
  const { code, output } = await runTool(process.execPath, args, { env, quiet: true });
  if (code !== 0) throw new Problem(`The ${role} credential could not be issued: ${output.trim()}`);
  const line = output.split('\n').find((text) => text.startsWith('{'));
  if (!line) throw new Problem(`The ${role} credential was not printed: ${output.trim()}`);
  const { id, token }: Issued = JSON.parse(line);
  return { id, token };
}
