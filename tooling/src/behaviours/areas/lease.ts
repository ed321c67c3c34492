import { area } from '../area.ts';

export const lease = area({
  prefix: 'LSE',
  name: 'Leases and reads',
  behaviours: {
    'LSE-01': 'A lease is active for its session, execution and job together, and for no other combination.',
    'LSE-02': 'A lease that was told to stop is active until it ends.',
    'LSE-03': 'A released lease is inactive at once.',
    'LSE-04': 'With several leases on one runner instance the newest counts: latest start, then greatest execution id.',
    'LSE-05': 'More than one lease on one runner instance is logged as a warning.',
    'LSE-06': 'A runner instance and the lease of its session show as one busy runner with its labels.',
    'LSE-07': 'Two leases of one session show as two busy entries.',
    'LSE-08': 'An instance that has not named its session is matched by its lease, which also tells the session.',
    'LSE-09': 'A lease whose runner instance is gone still shows, from the lease alone.',
    'LSE-10': 'A lease linked to one instance is not shown a second time with another instance of the same session.',
    'LSE-11': 'Who may not read the workspace is refused with 403.',
    'LSE-12': 'Runners without recent contact are left out.',
  },
});
