import { area } from '../area.ts';

export const cancellation = area({
  prefix: 'CAN',
  name: 'Cancellation and terminal facts',
  behaviours: {
    'CAN-01': 'Cancelling a running execution marks its lease to be stopped.',
    'CAN-02': 'The first request stands; a second changes nothing.',
    'CAN-03': 'Cancelling an unknown execution is passed over in silence.',
    'CAN-04': 'Cancelling by jobs takes queued executions off the queue and marks the running ones.',
    'CAN-05': 'Cancelling by jobs again, or with unknown ids, is no error and changes nothing more.',
    'CAN-06': 'No claim finds a queued execution that was cancelled.',
    'CAN-07': 'Cancelling no jobs does nothing.',
    'CAN-08': 'A terminate takes a queued execution off the queue.',
    'CAN-09': 'A terminate keeps the lease of a running execution and marks it to be stopped.',
    'CAN-10': 'A second terminate keeps the time of the first.',
    'CAN-11': 'A terminate of an unknown execution is no error; it leaves a tombstone.',
    'CAN-12': 'Queued siblings of the same job stay queued.',
    'CAN-13': 'Running siblings of the same job are not told to stop.',
    'CAN-14':
      'A terminate waits for a claim of the same execution under way, then marks the new lease; no entry stays.',
    'CAN-15': 'A terminate of an execution with an orphan entry removes the entry, and keeps and marks the lease.',
    'CAN-16':
      'A terminate of the only lease on an ended instance, once or twice, releases nothing: the claim has ended the unit.',
    'CAN-17': 'A terminate while the runner instance still lives releases nothing.',
    'CAN-18': 'An instance that ends with an uncancelled lease releases nothing and honours no intent.',
    'CAN-19':
      'An instance that ends with only a cancelled lease honours its `job-cancelled` intent; the unit stays `claimed`.',
    'CAN-20':
      'An active instance whose newest lease is cancelled is listed once for termination, to its own provisioner, in a stable order.',
    'CAN-21': 'An intent is reported as honoured only when an active instance first becomes terminated.',
    'CAN-22': 'A terminate writes `finished` for a queued execution and `cancel_requested` for a leased one.',
  },
});
