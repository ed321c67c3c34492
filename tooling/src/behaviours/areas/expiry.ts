import { area } from '../area.ts';

export const expiry = area({
  prefix: 'EXP',
  name: 'Expiry',
  behaviours: {
    'EXP-01':
      'A lease silent beyond the limit is lost: one `lease_expired` event with its ids, no status and no steps.',
    'EXP-02':
      'A lease without a first beat in time is lost once its starts are used up; before that it is queued again.',
    'EXP-03': 'A lease still within the time for its first beat is kept.',
    'EXP-04': 'After its first beat only the longer limit counts.',
    'EXP-05': 'A last beat later than the start counts as a beat, also when no first one is on record.',
    'EXP-06': 'Such a lease is lost after the longer limit.',
    'EXP-07': 'A lease silent for less than the limit is kept.',
    'EXP-08': 'Of a mixed batch only the stale go, with one event each.',
    'EXP-09': 'When nothing is stale nothing is ended.',
    'EXP-10': 'A beat that arrives before the lease is ended saves it, without an event.',
    'EXP-11': 'Expiring twice tells each loss once.',
    'EXP-12': 'The orphan queue entry of a lost execution goes with it.',
    'EXP-13': 'The orphan queue entry of a live lease is left alone.',
    'EXP-14': 'The answer holds the public ids alone.',
    'EXP-15': 'Two lost in one batch give two events.',
    'EXP-16': 'Two rounds at the same time end each lease once, with one event.',
    'EXP-17': 'After an expiry against a claim of its orphan entry, the next round leaves neither lease nor entry.',
    'EXP-18': 'That race has no deadlock: both succeed, the claim gets nothing, one event is written.',
    'EXP-19':
      'An execution whose record is held is skipped without waiting; the next stalest is ended, and this one later.',
    'EXP-20': 'Losing the last lease on an ended instance releases nothing: the claim has ended the unit.',
    'EXP-21': 'A lost execution that is queued again stays out of the queue.',
    'EXP-22': 'One call ends one bounded batch, the longest silent first.',
    'EXP-23':
      'Each execution tells exactly one of `finished` and `lease_expired`: what finished is never told as lost.',
  },
});
