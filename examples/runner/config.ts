import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseLabelList } from '@berth/dto';
import { z } from 'zod';

const Config = z.object({
  BERTH_URL: z.url().default('http://127.0.0.1:4000'),
  BERTH_REGISTRATION_TOKEN: z
    .string({ error: 'set it to a registration token of the control plane (bth_reg_…)' })
    .min(1),
  ORCHESTRATOR_URL: z.url().default('http://127.0.0.1:4100'),
  RUNNER_LABELS: z.string().default('linux,x64').transform(parseLabelList),
  RUNNER_NAME: z.string().default(hostname()),
  RUNNER_SLOTS: z.coerce.number().int().min(1).max(100).default(1),
  RUNNER_WORK_DIR: z
    .string()
    .default(join(tmpdir(), 'berth-runner'))
    .transform((path) => resolve(path)),
  /** Between SIGTERM and SIGKILL of a job that must stop, in seconds. */
  RUNNER_CANCEL_GRACE_SECONDS: z.coerce.number().min(0).max(600).default(10),
});
export type RunnerConfig = z.infer<typeof Config>;

/** All errors in one message: whoever sets this up mends them in one go. */
export function runnerConfig(environment: Record<string, string | undefined>): RunnerConfig {
  const parsed = Config.safeParse(environment);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
