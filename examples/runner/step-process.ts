import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { type AbortReason, abortReasonOf } from '@berth/client/runner';
import { endGroup, markerVariable, signalGroup, trackGroup } from './process-group.ts';

export type StepProcess = {
  script: string;
  cwd: string;
  env: Record<string, string>;
  /** Names the job in its processes' environment. */
  marker: string;
  graceSeconds: number;
  signal: AbortSignal;
  onOutput: (chunk: Buffer) => void;
};

/** `code` is null when a signal ended it. */
export type StepEnd = { code: number | null; signal: NodeJS.Signals | null };

/**
 * What is really started. A watcher in the same process group waits on a pipe whose other end only the runner holds: when
 * the runner dies, even by SIGKILL, the pipe ends and the watcher kills the group, itself included. Then the shell
 * becomes the step. What has left the group survives a SIGKILL of the runner.
 */
const launcher = `
{ read -r -u 3 _; kill -KILL -- "-$$"; } </dev/null >/dev/null 2>&1 &
exec 3<&-
exec bash -euo pipefail -c "$1"
`;

/** The pipes end with their last holder. Everybody we can find is dead by then; a process beyond our reach must not hold us up. */
const lastOutputMs = 2_000;

/** Runs one step to its end. When `signal` is aborted the whole group gets SIGTERM, then SIGKILL after the grace. Returns once no process is left. */
export async function runStep({
  script,
  cwd,
  env,
  marker,
  graceSeconds,
  signal,
  onOutput,
}: StepProcess): Promise<StepEnd> {
  const child = spawn('bash', ['-c', launcher, 'step', script], {
    cwd,
    env: { ...env, [markerVariable]: marker },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise<StepEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, endedBy) => resolve({ code, signal: endedBy }));
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const outputs = [child.stdout, child.stderr];
  for (const output of outputs) output?.on('data', onOutput);
  const leader = child.pid;
  if (leader === undefined) return await exited;

  trackGroup(leader, marker);
  let grace: NodeJS.Timeout | undefined;
  const onAbort = () => {
    grace = stop(leader, graceSeconds, abortReasonOf(signal));
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await exited;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(grace);
    endGroup(leader, marker);
    await orAfter(lastOutputMs, closed);
    for (const output of outputs) output?.destroy();
  }
}

async function orAfter(ms: number, settled: Promise<void>): Promise<void> {
  const limit = new AbortController();
  await Promise.race([settled, pause(ms, undefined, { signal: limit.signal }).catch(() => undefined)]);
  limit.abort();
}

/** A job whose lease is lost gets no grace: somebody else may hold its place before it is over. */
function stop(leader: number, graceSeconds: number, reason: AbortReason | undefined): NodeJS.Timeout | undefined {
  const atOnce = reason === 'LeaseLost' || graceSeconds === 0;
  signalGroup(leader, atOnce ? 'SIGKILL' : 'SIGTERM');
  return atOnce ? undefined : setTimeout(() => signalGroup(leader, 'SIGKILL'), graceSeconds * 1_000);
}
