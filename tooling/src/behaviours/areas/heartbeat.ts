import { area } from '../area.ts';

export const heartbeat = area({
  prefix: 'HB',
  name: 'Heartbeat',
  behaviours: {
    'HB-01': 'The first beat is recorded as first and last, and answers the lease and that it may run on.',
    'HB-02': 'Later beats keep the first and advance the last.',
    'HB-03': 'After a cancel the next beat answers `cancel`.',
    'HB-04': 'After a terminate the next beat answers `cancel`.',
    'HB-05': 'A beat for an unknown execution is refused as `lease_lost`.',
    'HB-06': 'A beat of another session, or with an older fence, is refused as `lease_lost`.',
    'HB-07': 'A beat without a token is refused with 401.',
    'HB-08': 'A beat answers a new token of the same lease.',
    'HB-09': 'The tools a beat reports are stored at the session, with the time.',
    'HB-10': 'Tools left out of a beat are kept; null clears them.',
    'HB-11': 'A beat that names a tool twice is refused with 400, and neither beats nor stores.',
    'HB-12': 'After a terminate a beat still answers a new token, together with `cancel`.',
    'HB-13': 'A token for steps stays one for steps when renewed: it never becomes one that beats.',
    'HB-14': 'An unknown execution is answered with 404.',
    'HB-15': 'A lease that another session holds is answered with 404.',
    'HB-16': 'A beat speaks only for the lease that its token names.',
    'HB-17': 'A beat needs no body; fields it does not know are refused.',
    'HB-18': 'A report of tools that differs from the one before is logged with the harness names; a first one is not.',
    'HB-19': 'A beat shows that its session is alive, by the lease alone and without a write to the session.',
  },
});
