import { area } from '../area.ts';

export const label = area({
  prefix: 'LBL',
  name: 'Labels',
  behaviours: {
    'LBL-01': 'Labels are trimmed, lower-cased, unique and sorted; empty ones are dropped.',
    'LBL-02': 'A comma list is read as labels; an empty one as none.',
    'LBL-03': 'A label has up to 128 letters, digits, dots, underscores and hyphens; anything else is named as wrong.',
    'LBL-04':
      'A catalog names label sets; duplicate, empty and over-long names and anything but lists of labels are refused.',
    'LBL-05': "A catalog's name stands for its labels, once and without recursion; other labels pass through.",
    'LBL-06': "Reserved labels are stripped in a workspace's own scope, in any case.",
    'LBL-07': 'Reserved labels are kept in the scope of the installation.',
    'LBL-08': 'Without reserved labels nothing is stripped.',
    'LBL-09': 'Which labels are reserved comes from the configuration.',
    'LBL-10': 'A label set of reserved labels only is refused.',
  },
});
