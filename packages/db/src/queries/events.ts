import type { Sql } from '../client.ts';
import type { Tx } from '../transaction.ts';

export type NewEvent = { workspaceId: string | null; type: string; subject: string; data: object };

/** Appends to the log in the transaction of the facts. Ids are drawn here, after the lock waits, in the order given. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.sql`
    insert into events (workspace_id, type, subject, data)
    select "workspaceId", type, subject, data
    from (
      select n.* from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as item(value, position)
      cross join jsonb_to_record(item.value) as n("workspaceId" uuid, type text, subject text, data jsonb)
      order by item.position) as ordered`;
}

export type StoredEvent = {
  id: number;
  workspace_id: string | null;
  type: string;
  subject: string;
  data: Record<string, unknown>;
  recorded_at: string;
  position: number | null;
};

/** The history of one subject, oldest first. */
export function eventsOfSubject(sql: Sql, workspaceId: string, subject: string, limit: number): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`
    select e.*, p.position from events e left join event_positions p on p.event_id = e.id
    where e.workspace_id = ${workspaceId} and e.subject = ${subject}
    order by e.id limit ${limit}::int`;
}

/** Positioned events after `position`, in order, of all tenants. */
export function eventsAfter(sql: Sql, position: number, limit: number): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`
    select e.*, p.position from event_positions p join events e on e.id = p.event_id
    where p.position > ${position} order by p.position limit ${limit}::int`;
}

export async function lastPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ position: number }[]>`select coalesce(max(position), 0) as position from event_positions`;
  return row?.position ?? 0;
}

/** The subscriber as it is now, made first if nobody opened it yet. */
export async function openSubscriber(sql: Sql, name: string, credentialId: string, position: number) {
  await sql`
    insert into subscribers (name, credential_id, position) values (${name}, ${credentialId}, ${position})
    on conflict do nothing`;
  return findSubscriber(sql, name);
}

export type Subscriber = { name: string; credential_id: string; position: number };

export async function findSubscriber(sql: Sql, name: string): Promise<Subscriber | undefined> {
  const [row] = await sql<Subscriber[]>`select name, credential_id, position from subscribers where name = ${name}`;
  return row;
}

/** Moves a cursor forward; an acknowledgement that arrives late moves nothing back. */
export async function moveCursor(sql: Sql, name: string, position: number): Promise<number | undefined> {
  const [row] = await sql<{ position: number }[]>`
    update subscribers set position = greatest(position, ${position}::bigint), last_read_at = now()
    where name = ${name} returning position`;
  return row?.position;
}
