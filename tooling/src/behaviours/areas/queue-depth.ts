import { area } from '../area.ts';

export const queueDepth = area({
  prefix: 'QD',
  name: 'Queue depth',
  behaviours: {
    'QD-01': 'The counts of queued and leased executions are never negative.',
    'QD-02': 'Two queued and one of them claimed leaves one more of each.',
    'QD-03': 'Counts by workspace answer every id asked for, in that order, with zeros; 1 to 100 ids at a time.',
  },
});
