import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../paths.ts';
import { writePrivateFile } from '../private-file.ts';
import { Problem } from '../problem.ts';
import { runTool } from '../processes/run-tool.ts';
import { knownCredentials } from './database.ts';

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
 * The credentials that the console's operator, the orchestrator and the runners use here. They are issued once for
 * each database and kept; one that its database no longer honours is issued anew.
 * @param env what the api's command line needs: DATABASE_URL, BERTH_ROOT_KEY
 */
export async function localCredentials(env: { DATABASE_URL: string; BERTH_ROOT_KEY: string }): Promise<Credentials> {
  const kept = readKept();
  const known = await knownCredentials(env.DATABASE_URL, kept.flatMap(idsOf));
  const mine = kept.find((credentials) => idsOf(credentials).some((id) => known.has(id)));
  const valid = (role: Role) => (mine && known.get(mine[role].id)?.valid ? mine[role] : issue(role, env));
  const [operator, service, registration] = await Promise.all([
    valid('operator'),
    valid('service'),
    valid('registration'),
  ]);
  const credentials = { operator, service, registration };
  keep([credentials, ...kept.filter((other) => other !== mine)]);
  return credentials;
}

/** What belongs to one database, such as the runs that the orchestrator keeps a journal of. */
export function homeOf({ service }: Credentials): string {
  return join(dataDir, 'databases', service.id);
}

function idsOf(credentials: Credentials): string[] {
  return Object.values(credentials).map(({ id }) => id);
}

function readKept(): Credentials[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function keep(all: Credentials[]): void {
  writePrivateFile(file, `${JSON.stringify(all, null, 2)}\n`);
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
