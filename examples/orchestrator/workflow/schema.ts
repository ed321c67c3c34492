import { LabelSet } from '@berth/dto';
import { z } from 'zod';

/** Also a file name and a part of an address, so it holds nothing that means something there. */
const JobName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/i,
    'a job name has 1–64 letters, digits, "-" or "_", and starts with a letter or digit',
  );

const Env = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a variable has letters, digits and "_", and no digit in front'),
  z.union(
    [z.string(), z.number().transform(String), z.boolean().transform(String)],
    'a value is text, a number, true or false',
  ),
);

const Step = z.strictObject({
  name: z.string().trim().min(1).max(200),
  /** Run by `bash -euo pipefail -c`. */
  run: z.string().trim().min(1).max(65_536),
});

const Job = z.strictObject({
  labels: LabelSet,
  needs: z.array(z.string()).max(100).default([]),
  env: Env.default({}),
  timeoutSeconds: z.int().min(1).max(86_400).default(3_600),
  steps: z.array(Step).min(1).max(100),
});

export const Workflow = z.strictObject({
  name: z.string().trim().min(1).max(120),
  /** Folder of the project, relative to the workflow's file; its jobs see it as PROJECT_DIR. */
  project: z.string().min(1).optional(),
  env: Env.default({}),
  jobs: z
    .record(JobName, Job)
    .refine((jobs) => Object.keys(jobs).length > 0, 'at least one job is needed')
    .refine((jobs) => Object.keys(jobs).length <= 200, 'at most 200 jobs'),
});
export type Workflow = z.infer<typeof Workflow>;
