import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const Serve = z.object({
  BERTH_URL: z.url().default('http://127.0.0.1:4000'),
  BERTH_SERVICE_TOKEN: z.string({ error: 'set it to a service token of the control plane (bth_svc_…)' }).min(1),
  BERTH_WORKSPACE_ID: z.uuid({ error: 'set it to the id of the workspace that the token is for, a UUID' }),
  ORCHESTRATOR_PORT: port.default(4100),
  /** There is no sign-in here, so nobody but this machine is served unless this says otherwise. */
  ORCHESTRATOR_HOST: z.string().default('127.0.0.1'),
  ORCHESTRATOR_DATA: z
    .string()
    .default(join(tmpdir(), 'berth-orchestrator'))
    .transform((path) => resolve(path)),
  /** Where a workflow that was posted without its file name is taken to lie. */
  ORCHESTRATOR_WORKFLOW_DIR: z
    .string()
    .default(join(import.meta.dirname, '../demo'))
    .transform((path) => resolve(path)),
});
export type ServeConfig = z.infer<typeof Serve>;

const Submit = z.object({ ORCHESTRATOR_URL: z.url().default('http://127.0.0.1:4100') });
export type SubmitConfig = z.infer<typeof Submit>;

type Environment = Record<string, string | undefined>;

export const serveConfig = (environment: Environment): ServeConfig => read(Serve, environment);
export const submitConfig = (environment: Environment): SubmitConfig => read(Submit, environment);

/** All errors in one message: whoever sets this up mends them in one go. */
function read<S extends z.ZodType>(schema: S, environment: Environment): z.output<S> {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
