import { area } from '../area.ts';

export const claim = area({
  prefix: 'CLM',
  name: 'Claim',
  behaviours: {
    'CLM-01': 'A claim answers the execution with its job, its run attempt and its project.',
    'CLM-02': 'A claim writes one `claimed` event, with the ids and the start of the lease.',
    'CLM-03': 'A claim that grants nothing writes no event.',
    'CLM-04':
      'The entry becomes one lease with session, project and both label sets; a manual session links no runner instance.',
    'CLM-05': 'A new lease has no first beat.',
    'CLM-06': 'The oldest entry goes first.',
    'CLM-07': 'An older entry that does not fit is passed over for the oldest that does.',
    'CLM-08': 'Of two that fit behind one that does not, the older is granted.',
    'CLM-09': 'An execution that needs fewer labels than the session offers fits.',
    'CLM-10': 'An execution that needs all labels of the session fits.',
    'CLM-11': 'When nothing fits the answer is empty.',
    'CLM-12': 'A session without labels is granted nothing.',
    'CLM-13': 'A row of entries with foreign labels does not hide one behind them that fits.',
    'CLM-14': 'Entries of other workspaces are never granted.',
    'CLM-15': 'Reported tools do not filter: sessions with the same labels can claim the same.',
    'CLM-16': 'Of two claims for one entry exactly one gets it.',
    'CLM-17': 'A manual session claims again and again, the oldest first.',
    'CLM-18':
      'A capped session that has used its claims is refused as exhausted; the cap on record counts, not the token.',
    'CLM-19': 'A capped session that finds nothing has used no claim.',
    'CLM-20': 'The first claim that is granted, and no empty one, stamps the runner instance.',
    'CLM-21': 'The lease of an ephemeral session names its provisioner and its runner instance.',
    'CLM-22': 'The database refuses a lease with half of the link to a runner instance.',
    'CLM-23': 'A poll renews the last contact of its session, in batches, also when it is answered empty.',
    'CLM-24': 'A poll that is granted a lease renews the last contact too.',
    'CLM-25': 'Contact within the throttle is not written again.',
    'CLM-26':
      'An entry whose execution is leased already is dropped by the claim: nothing is charged, the lease stays.',
    'CLM-27': 'Dropping such an orphan entry writes no event.',
    'CLM-28': 'Neither an orphan entry nor an empty queue gives a sample of the time in the queue.',
    'CLM-29': 'An orphan entry that does not fit stays until its execution ends.',
    'CLM-30': 'An older entry ahead of an orphan is granted as usual.',
    'CLM-31':
      'A head that somebody else holds is passed over, never hides the next one, and can be claimed once it is free.',
    'CLM-32':
      'A claim gives one sample of the time in the queue, from queued to lease start, under the kind of session.',
    'CLM-33': 'The sample of a provisioned session carries its provider and why it was launched.',
    'CLM-34': 'The first claim of a runner instance ends its unit as `claimed`; later claims change nothing there.',
    'CLM-35': 'A unit that a claim ended is not released once more at the end of its instance.',
    'CLM-36': 'A capped session that is missing, revoked or uncapped on record is granted nothing.',
    'CLM-37': 'A revoked session of any kind claims nothing.',
    'CLM-38':
      'The lease token names the execution, attempt, project, workspace and session; the answer holds no steps.',
    'CLM-39': 'A claim that grants nothing makes no token.',
    'CLM-40': 'Claims are counted as granted or empty.',
  },
});
