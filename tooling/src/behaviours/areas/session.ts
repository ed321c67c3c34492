import { area } from '../area.ts';

export const session = area({
  prefix: 'SES',
  name: 'Sessions',
  behaviours: {
    'SES-01': 'A manual session has canonical labels, no runner instance and no cap; its token says the same.',
    'SES-02': 'Labels that canonicalise to nothing are refused.',
    'SES-03':
      'An ephemeral registration consumes its token and makes a session with one claim and a link to its instance.',
    'SES-04': 'A runner instance already on record learns its session.',
    'SES-05': 'An ephemeral token is refused the second time.',
    'SES-06': 'An ephemeral token is refused for another workspace.',
    'SES-07': 'The database refuses an ephemeral session without a positive cap.',
    'SES-08': 'The database refuses an ephemeral session without its runner instance.',
    'SES-09': 'A refusal of reserved labels names them.',
    'SES-10': 'A new activation token of an instance revokes the one before.',
    'SES-11':
      'No activation token is issued for an unknown, unassigned, linked or stopped instance; the reason is counted.',
    'SES-12': 'An instance that asks before it is assigned, or is not running, gets nothing, and nothing is counted.',
    'SES-13': 'An activation token that is issued counts as no refusal.',
    'SES-14': 'Two activations with one token at the same time make one session.',
    'SES-15': "Reserved labels are stripped from activations of a workspace's own provisioner.",
    'SES-16': 'Manual sessions are deleted after 30 days.',
    'SES-17': 'Ephemeral sessions are deleted after 7 days.',
    'SES-18': 'Sessions made by activation are kept as long as ephemeral ones.',
    'SES-19': 'Each kind of session has its own retention.',
    'SES-20': 'An old session that still holds a lease is kept.',
    'SES-21': 'One deletion is bounded and takes the oldest first.',
    'SES-22': 'The deletion has default windows and takes others.',
    'SES-23': 'Revoking a provisioner revokes its unused sessions and ends its unclaimed instances and their units.',
  },
});
