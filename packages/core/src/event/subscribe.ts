import {
  eventsAfter,
  findSubscriber,
  lastPosition,
  moveCursor,
  openSubscriber as open,
  type Subscriber,
} from '@berth/db';
import {
  type AcknowledgeInput,
  type OpenSubscriberInput,
  type ReadEventsInput,
  type ReadEventsOutput,
  type SubscriberView,
  WorkspaceId,
} from '@berth/dto';
import { mayActFor, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { toEventView } from './view.ts';

/** How long a waiting read trusts wake-ups before it looks by itself. */
const lookAgainMs = 1_000;

/**
 * Opens a durable cursor, or finds it as it is: `from` counts at the first call only.
 *
 * @throws DomainError `forbidden` when another credential opened the name.
 */
export async function openSubscriber(
  deps: Deps,
  actor: ServiceActor,
  input: OpenSubscriberInput,
): Promise<SubscriberView> {
  const { sql } = deps.database;
  const start = input.from === 'now' ? await lastPosition(sql) : 0;
  const subscriber = requireOwn(actor, await open(sql, input.subscriber, actor.credentialId, start));
  return { subscriber: subscriber.name, position: subscriber.position };
}

/**
 * Events after a position, in the order of their positions, of the workspaces that the credential may see; waits up to
 * `waitSeconds` for the first. The answer's position also passes what was left out, so that a reader moves on.
 *
 * @throws DomainError `subscriber_not_found`, `forbidden`, `position_unknown` for an `after` beyond the end of the log.
 */
export async function readEvents(
  deps: Deps,
  actor: ServiceActor,
  input: ReadEventsInput,
  abort?: AbortSignal,
): Promise<ReadEventsOutput> {
  const subscriber = requireOwn(actor, await findSubscriber(deps.database.sql, input.subscriber));
  if (input.after !== undefined) await requireKnown(deps, input.after);
  const deadline = deps.monotonicMs() + input.waitSeconds * 1_000;
  let position = input.after ?? subscriber.position;
  for (;;) {
    const seen = deps.signals.seen('log');
    const batch = await eventsAfter(deps.database.sql, position, input.limit);
    position = batch.at(-1)?.position ?? position;
    const visible = batch.filter((event) => isVisible(actor, event.workspace_id)).map(toEventView);
    const leftMs = deadline - deps.monotonicMs();
    if (visible.length > 0 || leftMs <= 0 || abort?.aborted) return { events: visible, position };
    if (batch.length === 0) await deps.signals.next('log', seen, Math.min(leftMs, lookAgainMs), abort);
  }
}

/**
 * Says that everything up to `position` was handled. A late acknowledgement moves nothing back.
 *
 * @throws DomainError `subscriber_not_found`, `forbidden`, `position_unknown` beyond the end of the log.
 */
export async function acknowledgeEvents(
  deps: Deps,
  actor: ServiceActor,
  input: AcknowledgeInput,
): Promise<SubscriberView> {
  const { sql } = deps.database;
  requireOwn(actor, await findSubscriber(sql, input.subscriber));
  await requireKnown(deps, input.position);
  const position = await moveCursor(sql, input.subscriber, input.position);
  return { subscriber: input.subscriber, position: position ?? input.position };
}

/** A position that was never given would make the reader skip what comes at it. */
async function requireKnown(deps: Deps, position: number): Promise<void> {
  if (position > (await lastPosition(deps.database.sql)))
    throw new DomainError('position_unknown', 'that position is beyond the end of the log');
}

function requireOwn(actor: ServiceActor, subscriber: Subscriber | undefined): Subscriber {
  if (!subscriber) throw new DomainError('subscriber_not_found', 'no such subscriber; open it first');
  if (subscriber.credential_id !== actor.credentialId)
    throw new DomainError('forbidden', 'that subscriber belongs to another credential');
  return subscriber;
}

function isVisible(actor: ServiceActor, workspaceId: string | null): boolean {
  if (workspaceId === null) return actor.workspaceIds === null;
  return mayActFor(actor, WorkspaceId.parse(workspaceId));
}
