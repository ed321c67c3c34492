import { area } from '../area.ts';

export const enqueue = area({
  prefix: 'ENQ',
  name: 'Enqueue',
  behaviours: {
    'ENQ-01':
      'A new execution gets one queue entry, with its ids, its project, its workspace and its label set, and no payload.',
    'ENQ-02': 'A given `queuedAt` keeps its place in the queue; one later than now counts as now.',
    'ENQ-03': "Without `queuedAt` an entry's place is the time of its insertion.",
    'ENQ-04': 'Labels are stored canonical: trimmed, lower-case, unique, sorted.',
    'ENQ-05': 'An execution without labels is refused, and nothing of it is written.',
    'ENQ-06': 'The same execution again is no error and adds no entry.',
    'ENQ-07': "A first enqueue writes one `queued` event with the ids and the entry's time.",
    'ENQ-08': 'A replay writes no second `queued` event.',
    'ENQ-09': "Every enqueue tells `queued`, also when a fact of the orchestrator's brought it.",
    'ENQ-10': 'A replay while the execution is leased leaves the lease alone and queues nothing.',
    'ENQ-11': 'An execution whose lease was lost is never queued again by a replay.',
    'ENQ-12': 'An enqueue waits for a claim, expiry or terminate of the same execution under way, then decides.',
    'ENQ-13': 'The count of queued executions rises only with a new entry.',
    'ENQ-14': 'A fact delivered again neither adds an entry nor moves it; after the claim it changes nothing at all.',
    'ENQ-15': 'A late retry after the claim leaves no orphan entry behind.',
    'ENQ-16': 'Labels that are blank pass the form but are refused, and nothing of the execution is written.',
  },
});
