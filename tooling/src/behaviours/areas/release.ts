import { area } from '../area.ts';

export const release = area({
  prefix: 'REL',
  name: 'Release',
  behaviours: {
    'REL-01': 'A release ends the lease at once, and writes `finished`.',
    'REL-02': 'Releasing an unknown execution is passed over in silence.',
    'REL-03': 'A release needs no session: it works whoever holds the lease.',
    'REL-04': "A release also removes the execution's queue entry.",
    'REL-05': 'Releasing the last lease on an ended instance leaves no open unit behind.',
    'REL-06': 'Release is an operation of its own beside cancel and terminate.',
  },
});
