import { randomBytes } from 'node:crypto';
import { DomainError, issueCredential } from '@berth/core';
import { codeOf, connect, migrate } from '@berth/db';
import { CredentialKind, IssueCredentialInput, issuesOf, Role } from '@berth/dto';
import { Command, Option } from 'commander';
import { uuidv7 } from 'uuidv7';

/** A command's fault, told in one line. */
class CommandError extends Error {}

function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new CommandError('DATABASE_URL is needed: postgres://user:password@host:port/database');
  return url;
}

type IssueOptions = { kind: string; name: string; role?: string; workspace?: string[]; ttlSeconds?: string };

async function issue(options: IssueOptions): Promise<void> {
  const input = IssueCredentialInput.safeParse({
    kind: options.kind,
    name: options.name,
    role: options.role,
    workspaceIds: options.workspace ?? null,
    ttlSeconds: options.ttlSeconds === undefined ? undefined : Number(options.ttlSeconds),
  });
  if (!input.success)
    throw new CommandError(
      issuesOf(input.error)
        .map(({ path, message }) => `${path}: ${message}`)
        .join('; '),
    );
  const database = connect(databaseUrl(), { max: 1, applicationName: 'berth-cli' });
  try {
    const issued = await issueCredential(
      { database, newId: uuidv7, randomBytes: (size) => randomBytes(size) },
      input.data,
    );
    process.stdout.write(`${JSON.stringify(issued)}\n`);
  } finally {
    await database.close();
  }
}

const program = new Command('berth').description('Berth from the command line; reads DATABASE_URL');
program
  .command('migrate')
  .description('bring the database up to date')
  .action(() => migrate(databaseUrl()));
program
  .command('credential')
  .description('credentials of operators, services and runners')
  .command('issue')
  .description('issue one; its token is printed once, as JSON')
  .addOption(new Option('--kind <kind>').choices(CredentialKind.options).makeOptionMandatory())
  .requiredOption('--name <name>', 'who or what it is for')
  .addOption(new Option('--role <role>', 'of an operator').choices(Role.options))
  .option('--workspace <uuid...>', 'workspaces it may act for; all when left out')
  .option('--ttl-seconds <seconds>', 'when it expires; never when left out')
  .action(issue);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${faultOf(error)}\n`);
  process.exit(1);
}

function faultOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof DomainError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  return code === undefined ? error.message : `the database refused (${code}): ${error.message || 'no connection'}`;
}
