import { area } from '../area.ts';

export const rateLimit = area({
  prefix: 'RLM',
  name: 'Rate limits',
  behaviours: {
    'RLM-01': 'Who is limited is stored as a keyed hash, always the same and never readable.',
    'RLM-02': 'Action, scope and domain each give another hash.',
    'RLM-03': 'A call beyond the limit is refused with the seconds left in the window.',
    'RLM-04': 'The next window starts at zero.',
    'RLM-05': 'Outcomes are counted as allowed, blocked or unavailable.',
    'RLM-06': 'A limit or window that is no positive number is an error before storage is asked.',
    'RLM-07': 'Storage is told the bounds of the window and its time to answer.',
    'RLM-08': 'Pruning neither delays nor changes an answer, even when it fails; failures are counted.',
    'RLM-09': 'Storage that takes too long counts as unavailable, and the call is refused.',
    'RLM-10': 'Calls at the same time are all counted.',
    'RLM-11': 'Pruning removes windows that are over, keeps the live ones, and pauses between two rounds.',
    'RLM-12': 'The time limit is set in the same transaction, before the count.',
    'RLM-13': 'Another root key gives other hashes.',
  },
});
