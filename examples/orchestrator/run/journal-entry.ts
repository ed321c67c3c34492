import { z } from 'zod';
import { Workflow } from '../workflow/schema.ts';

const job = { runId: z.string(), job: z.string(), at: z.iso.datetime() };

/** A fact of this orchestrator. Its state is what these add up to, and nothing else. */
export const JournalEntry = z.discriminatedUnion('type', [
  /** The first line: names the durable cursor that goes with this folder. */
  z.strictObject({ type: z.literal('orchestrator_created'), id: z.string() }),
  z.strictObject({
    type: z.literal('run_created'),
    runId: z.string(),
    attemptId: z.string(),
    projectId: z.string(),
    at: z.iso.datetime(),
    workflow: Workflow,
    projectDir: z.string().nullable(),
    /** Chosen here and never again: after a restart the same executions are queued under the same ids. */
    ids: z.record(z.string(), z.strictObject({ jobId: z.string(), executionId: z.string() })),
  }),
  z.strictObject({ type: z.literal('run_cancelled'), runId: z.string(), at: z.iso.datetime() }),
  z.strictObject({ type: z.literal('job_queued'), ...job }),
  z.strictObject({ type: z.literal('job_claimed'), ...job }),
  z.strictObject({ type: z.literal('job_requeued'), ...job }),
  z.strictObject({
    type: z.literal('job_finished'),
    ...job,
    outcome: z.enum(['succeeded', 'failed', 'cancelled', 'released', 'expired_in_queue', 'lost', 'skipped', 'refused']),
    note: z.string().nullable(),
  }),
]);
export type JournalEntry = z.infer<typeof JournalEntry>;
