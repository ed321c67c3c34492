import { Argument, Command } from 'commander';
import { writeBehaviours } from './behaviours/command.ts';
import { runChecks } from './check/command.ts';
import { root } from './paths.ts';
import { Problem } from './problem.ts';
import { signalTools } from './processes/run-tool.ts';
import { start } from './start/command.ts';
import { queueDemo } from './start/demo.ts';
import { type Part, runTests } from './tests/command.ts';

process.chdir(root);
Object.assign(process.env, { NEXT_TELEMETRY_DISABLED: '1', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' });

const program = new Command('npm run cli').description('Runs, tests and checks Berth from its checkout.');

program
  .command('start')
  .description('run all of Berth here: database, api, console, example orchestrator and runners')
  .action(() => start('start'));

program
  .command('dev')
  .description('the same, with reload: api, orchestrator and console follow the source')
  .action(() => start('dev'));

program
  .command('demo')
  .description('queue the demo workflow again with what runs here')
  .action(() => untilDone(queueDemo));

program
  .command('test')
  .description('run the tests, or one part of them')
  .addArgument(new Argument('[part]').choices(['all', 'unit', 'integration', 'e2e']).default('all'))
  .argument('[filters...]', 'parts of file names, and options of the runner')
  .allowUnknownOption()
  .action((part: Part, filters: string[]) => untilDone(() => runTests(part, filters)));

program
  .command('check')
  .description('types, format, lint, boundaries, behaviours, unused code, migrations, lockfile')
  .action(() => untilDone(runChecks));

program
  .command('behaviours')
  .description('write docs/behaviours.md: each behaviour and the tests that show it')
  .action(writeBehaviours);

/** Runs a command whose tools are told of Ctrl-C by the terminal and of SIGTERM by us; they end, then so do we. */
async function untilDone(command: () => Promise<number>): Promise<void> {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => signalTools('SIGTERM'));
  process.exitCode = await command();
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
