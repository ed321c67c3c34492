import { type EventView, eventData } from '@berth/dto';
import type { JournalEntry } from './run/journal-entry.ts';
import type { Store } from './run/store.ts';

/**
 * Records what the control plane says of our executions. Journalled before the event is acknowledged, so a crash in between
 * only means that it is heard twice, which changes nothing.
 */
export function observe(store: Store, event: EventView): void {
  const known = store.byExecution(event.subject);
  if (!known || known.job.state === 'finished') return;
  const entry = entryOf(event, { runId: known.run.runId, job: known.job.name, at: event.time });
  if (entry) store.record(entry);
}

function entryOf(event: EventView, fact: { runId: string; job: string; at: string }): JournalEntry | undefined {
  switch (event.type) {
    case 'runners.job.queued':
      return { type: 'job_queued', ...fact };
    case 'runners.job.claimed':
      return { type: 'job_claimed', ...fact };
    case 'runners.job.requeued':
      return { type: 'job_requeued', ...fact };
    case 'runners.job.finished':
      return { type: 'job_finished', ...fact, outcome: eventData[event.type].parse(event.data).outcome, note: null };
    case 'runners.job.lease_expired':
      return { type: 'job_finished', ...fact, outcome: 'lost', note: 'its runner was not heard of any more' };
    default:
      return undefined;
  }
}
