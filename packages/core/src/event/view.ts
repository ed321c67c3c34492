import { iso, type StoredEvent } from '@berth/db';
import { EventView } from '@berth/dto';

const schemaVersion = 1;

/** A stored event in the envelope of CloudEvents 1.0. */
export function toEventView(event: StoredEvent): EventView {
  return EventView.parse({
    specversion: '1.0',
    id: String(event.id),
    source: '/berth',
    type: event.type,
    subject: event.subject,
    time: iso(event.recorded_at),
    datacontenttype: 'application/json',
    dataschema: `urn:berth:${event.type}:${schemaVersion}`,
    workspaceid: event.workspace_id,
    sequence: event.position,
    data: event.data,
  });
}
