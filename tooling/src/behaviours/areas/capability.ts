import { area } from '../area.ts';

export const capability = area({
  prefix: 'CAP',
  name: 'Tool capabilities',
  behaviours: {
    'CAP-01': 'Without a report, or without its time, no harness is known.',
    'CAP-02': 'A report counts up to its age limit, the limit included.',
    'CAP-03': 'Tools asked for and not reported are named in the order asked.',
    'CAP-04': 'Without the harness all its tools are missing; names match exactly, for each harness alone.',
    'CAP-05': 'A fresh report is said to be fresh, and knows only the harnesses it lists.',
    'CAP-06': 'A missing or old report is empty and not fresh.',
    'CAP-07':
      'A report may be full, partial or empty; duplicates, unknown harnesses or keys and empty names are refused.',
    'CAP-08': 'Other modules get capabilities and freshness as plain data.',
  },
});
