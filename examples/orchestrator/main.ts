import { serveConfig, submitConfig } from './config.ts';
import { log } from './log.ts';
import { serve } from './serve.ts';
import { submit } from './submit.ts';

const usage = 'usage: main.ts serve | main.ts submit FILE [--wait]';

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === 'serve' && rest.length === 0) await serveUntilStopped();
  else if (command === 'submit') await submitOne(rest);
  else throw new Error(usage);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function serveUntilStopped(): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  await serve(serveConfig(process.env), stop.signal);
  log('stopped');
}

async function submitOne(args: string[]): Promise<void> {
  const [file, ...others] = args.filter((arg) => arg !== '--wait');
  if (file === undefined || others.length > 0) throw new Error(usage);
  process.exitCode = await submit(submitConfig(process.env), file, args.includes('--wait'));
}
