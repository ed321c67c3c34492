import { area } from '../area.ts';

export const maintenance = area({
  prefix: 'MNT',
  name: 'Maintenance',
  behaviours: {
    'MNT-01': 'Expired reservations end; live ones stay.',
    'MNT-02': 'Reaping stale instances tells, and counts, instances and units ended.',
    'MNT-03': 'Maintenance clears old sessions before it expires leases, and logs what it cleared.',
    'MNT-04': 'When clearing sessions fails it is logged as a warning, and leases still expire.',
    'MNT-05': 'The same holds for clearing tokens.',
    'MNT-06': 'Each loop hands its settings to its operation and answers what that answers.',
    'MNT-07': 'An inventory pins the procedures, the maintenance loops and the event types.',
    'MNT-08': 'The states of an instance are either active or terminal, each exactly one.',
  },
});
