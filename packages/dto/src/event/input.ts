import { z } from 'zod';
import { EventView } from './event.ts';

export const eventPageMax = 500;
export const longPollSecondsMax = 50;

export const SubscriberName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'a subscriber name has up to 64 of a–z, 0–9, ".", "_", "-"');

/** Opens a durable cursor, or finds the one of that name as it is: `from` counts at the first call only. */
export const OpenSubscriberInput = z.strictObject({
  subscriber: SubscriberName,
  from: z.enum(['beginning', 'now']).default('beginning'),
});
export type OpenSubscriberInput = z.infer<typeof OpenSubscriberInput>;

/** Events after `after`, or after the acknowledged position when it is left out; waits up to `waitSeconds` for the first. */
export const ReadEventsInput = z.strictObject({
  subscriber: SubscriberName,
  after: z.int().nonnegative().optional(),
  limit: z.int().min(1).max(eventPageMax).default(100),
  waitSeconds: z.int().min(0).max(longPollSecondsMax).default(0),
});
export type ReadEventsInput = z.infer<typeof ReadEventsInput>;

/** `position` is where the next read goes on, also past events of other tenants that this caller does not see. */
export const ReadEventsOutput = z.object({ events: z.array(EventView), position: z.int() });
export type ReadEventsOutput = z.infer<typeof ReadEventsOutput>;

export const AcknowledgeInput = z.strictObject({ subscriber: SubscriberName, position: z.int().nonnegative() });
export type AcknowledgeInput = z.infer<typeof AcknowledgeInput>;

export const SubscriberView = z.object({ subscriber: SubscriberName, position: z.int() });
export type SubscriberView = z.infer<typeof SubscriberView>;
