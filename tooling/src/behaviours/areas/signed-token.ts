import { area } from '../area.ts';

export const signedToken = area({
  prefix: 'SIG',
  name: 'Signed tokens',
  behaviours: {
    'SIG-01': 'A lease token brings back all its ids, and has an audience and an end.',
    'SIG-02': 'What a token may do with steps is in the token and comes back unchanged.',
    'SIG-03': 'Broken metrics break neither signing nor verifying.',
    'SIG-04': 'Time-ordered ids are accepted.',
    'SIG-05':
      'A lease token that was changed, is foreign, expired or garbage, or lacks audience or ids, proves nothing and throws nothing.',
    'SIG-06': 'A session token brings back session, workspace, scope, labels and cap.',
    'SIG-07': 'A token of one kind never stands for another.',
    'SIG-08':
      'A session token with another key, algorithm or audience, an expired one, or one without labels proves nothing.',
    'SIG-09': 'A valid token gives the call its lease or its session.',
    'SIG-10': 'Tokens unsigned, signed otherwise or malformed are refused; the clock of verification is a parameter.',
    'SIG-11': 'One root key of 32 bytes gives stable, distinct keys; a root in any other form stops the start.',
  },
});
