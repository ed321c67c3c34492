import { area } from '../area.ts';

export const configuration = area({
  prefix: 'CFG',
  name: 'Configuration',
  behaviours: {
    'CFG-01': 'Reserved labels are none by default, are read as a comma list, and a bad one stops the start by name.',
    'CFG-02': 'Every bounded number takes its extremes, and stops the start beyond them and with fractions.',
    'CFG-03': 'The time to a first beat is bounded by the lease.',
    'CFG-04': 'The silence after which an instance is stale must exceed the throttles of contact.',
    'CFG-05': 'A default reservation longer than its ceiling stops the start.',
    'CFG-06': 'By default manual sessions are kept 30 days, ephemeral ones and tokens 7, deleted by 1000.',
    'CFG-07':
      "An instance's wait for its assignment is 30 s at most and looks every 250 ms; a wait of none stops the start.",
    'CFG-08': 'The template label of the divergence metric is off unless switched on.',
  },
});
