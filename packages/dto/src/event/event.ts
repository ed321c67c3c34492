import { z } from 'zod';
import { WorkspaceId } from '../id.ts';
import { Instant } from '../page.ts';

export const EventType = z.enum([
  'runners.job.queued',
  'runners.job.claimed',
  'runners.job.requeued',
  'runners.job.cancel_requested',
  'runners.job.finished',
  'runners.job.lease_expired',
  'runners.admin.action',
]);
export type EventType = z.infer<typeof EventType>;

/** A fact of the log, in the envelope of CloudEvents 1.0. */
export const EventView = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: EventType,
  /** The execution that the fact is about, or the target of an operator's action. */
  subject: z.string(),
  time: Instant,
  datacontenttype: z.literal('application/json'),
  dataschema: z.string(),
  workspaceid: WorkspaceId.nullable(),
  /** Position in the log, given after the commit; null until then. Readers go by it and by nothing else. */
  sequence: z.int().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type EventView = z.infer<typeof EventView>;
