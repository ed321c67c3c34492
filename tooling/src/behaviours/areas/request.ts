import { area } from '../area.ts';

export const request = area({
  prefix: 'REQ',
  name: 'Request endpoint',
  behaviours: {
    'REQ-01': 'A claim without a token is refused with 401.',
    'REQ-02': 'An invalid or expired session token is refused with 401.',
    'REQ-03': 'A claim answers the ids and a lease token that names the same; no job name and no steps.',
    'REQ-04': 'When only other workspaces have entries the answer is empty.',
    'REQ-05': 'When no entry fits the labels the answer is empty.',
    'REQ-06': 'A manual session gets two jobs in two calls, the older first.',
    'REQ-07': 'A second claim of an ephemeral session is refused with 409.',
    'REQ-08': "The answer's schema wants proper ids and a token that is not empty, and no steps.",
  },
});
