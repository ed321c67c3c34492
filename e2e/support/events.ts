import { createSubscriberClient } from '@berth/client/subscriber';
import type { EventView } from '@berth/dto';
import { until } from '@berth/testing/until';
import type { Stack } from './stack.ts';

/** The history of one execution as a sibling service reads it from the event log. */
export async function eventsOf(stack: Stack, executionId: string): Promise<EventView[]> {
  const client = createSubscriberClient({ url: stack.apiUrl, token: stack.tokens.service });
  const subscriber = 'e2e';
  await client.open({ subscriber });
  const events: EventView[] = [];
  for (let after = 0; ; ) {
    const batch = await client.read({ subscriber, after, limit: 500 });
    events.push(...batch.events.filter((event) => event.subject === executionId));
    if (batch.position === after) return events;
    after = batch.position;
  }
}

export const typesOf = async (stack: Stack, executionId: string) =>
  (await eventsOf(stack, executionId)).map((event) => event.type);

export async function untilEvent(stack: Stack, executionId: string, type: EventView['type'], withinMs = 60_000) {
  await until(`${type} of ${executionId}`, async () => (await typesOf(stack, executionId)).includes(type), withinMs);
}
