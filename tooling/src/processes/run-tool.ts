import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../paths.ts';

export type ToolResult = {
  /** 0 = success. A tool ended by a signal counts as 1. */
  code: number;
  /** What it wrote, when asked to keep it. */
  output: string;
};

export type ToolOptions = {
  env?: Record<string, string>;
  cwd?: string;
  /** true: its output is kept instead of shown. */
  quiet?: boolean;
};

const running = new Set<ChildProcess>();

/** Runs a tool of the root's node_modules (or one named by its full path) and waits for its end. */
export function runTool(tool: string, args: string[], options: ToolOptions = {}): Promise<ToolResult> {
  const { env, cwd = root, quiet = false } = options;
  const command = tool.includes('/') ? tool : join(root, 'node_modules/.bin', tool);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Passes a signal to the tools that run now. */
export function signalTools(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}
