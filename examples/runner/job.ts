import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { abortReasonOf, type JobContext, type JobHandler } from '@berth/client/runner';
import type { Log } from './log.ts';
import { type LogSender, sendLog } from './log-sender.ts';
import type { Orchestrator, Steps } from './orchestrator.ts';
import { runStep, type StepEnd } from './step-process.ts';

type Deps = { orchestrator: Orchestrator; workDir: string; cancelGraceSeconds: number; log: Log };

/** Runs a job's steps one after the other, each in a fresh shell, all in one fresh folder; the first that fails ends the job. */
export function jobHandler({ orchestrator, workDir, cancelGraceSeconds, log }: Deps): JobHandler {
  return async (job) => {
    const { executionId } = job.lease;
    const folder = join(workDir, executionId);
    const spec = await orchestrator.steps(job.stepToken, job.signal);
    job.setTimeoutSeconds(spec.timeoutSeconds);
    const out = sendLog(
      (offset, chunk) => orchestrator.appendLog(job.stepToken, offset, chunk),
      (error) => log('log_given_up', { executionId, error: String(error) }),
    );
    await mkdir(join(folder, 'tmp'), { recursive: true });
    try {
      return await runSteps({ job, spec, folder, out, graceSeconds: cancelGraceSeconds });
    } finally {
      await out.end(leaseLost(job.signal));
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}

type Running = { job: JobContext; spec: Steps; folder: string; out: LogSender; graceSeconds: number };

async function runSteps({ job, spec, folder, out, graceSeconds }: Running): Promise<'succeeded' | 'failed'> {
  for (const [index, step] of spec.steps.entries()) {
    if (job.signal.aborted) break;
    out.write(`── ${index + 1}/${spec.steps.length} ${step.name}\n`);
    const end = await runStep({
      script: step.run,
      cwd: folder,
      env: environment(spec.env, folder),
      marker: job.lease.executionId,
      graceSeconds,
      signal: job.signal,
      onOutput: out.write,
    });
    if (end.code !== 0 || job.signal.aborted) {
      out.write(
        `── ${abortReasonOf(job.signal) ? `stopped: ${abortReasonOf(job.signal)}` : `"${step.name}" ${inWords(end)}`}\n`,
      );
      return 'failed';
    }
  }
  if (job.signal.aborted) return 'failed';
  out.write('── done\n');
  return 'succeeded';
}

const inWords = ({ code, signal }: StepEnd): string =>
  code === null ? `was ended by ${signal}` : `failed with exit code ${code}`;

/** A job sees what it needs and nothing of the runner's own: not its tokens above all. */
function environment(env: Record<string, string>, folder: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    CI: 'true',
    ...env,
  };
}

/** Nobody reads the log of a job whose lease is lost: its token is not served any more. */
function leaseLost(signal: AbortSignal): AbortSignal {
  const lost = new AbortController();
  const look = () => {
    if (abortReasonOf(signal) === 'LeaseLost') lost.abort();
  };
  look();
  signal.addEventListener('abort', look, { once: true });
  return lost.signal;
}
