import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from '@berth/testing';
import { onTestFinished } from 'vitest';

export type Ended = { code: number | null; stdout: string; stderr: string };

const sourceOf = (file: 'main.ts' | 'cli.ts') => fileURLToPath(new URL(`../../src/${file}`, import.meta.url));

/** Starts a program of this package with exactly this environment; it ends with the test at the latest. */
export function startProgram(file: 'main.ts' | 'cli.ts', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [sourceOf(file), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    ended,
    stdout: () => stdout,
    terminate: () => child.kill('SIGTERM'),
    /** The port that the api says it listens on. */
    port: () =>
      until('the api to listen', () => {
        const said = /"port":(\d+),.*"the api listens"/.exec(stdout)?.[1];
        return said === undefined ? undefined : Number(said);
      }),
  };
}

/** Runs a command to its end. */
export function runCli(args: string[], env: Record<string, string>): Promise<Ended> {
  return startProgram('cli.ts', args, env).ended;
}
