import { area } from '../area.ts';

export const registrationToken = area({
  prefix: 'TOK',
  name: 'Registration tokens',
  behaviours: {
    'TOK-01':
      'A registration token has its typed prefix; only its SHA-256, 12 characters, workspace and name are kept.',
    'TOK-02': 'A token is found by its hash; an unknown hash finds nothing.',
    'TOK-03': 'A token is revoked only within its own workspace.',
    'TOK-04': 'The list holds the usable tokens of one workspace.',
    'TOK-05': 'A revoked token leaves the list.',
    'TOK-06': 'Listing and issuing want an operator: 401 without one, 403 without a grant for the workspace.',
    'TOK-07': 'Issuing shows the token once with its expiry; revoking tells when.',
    'TOK-08': 'A time to live is at most a year; without one a token never expires.',
    'TOK-09': 'Each group of procedures takes one kind of caller.',
    'TOK-10': 'An ephemeral token is kept as a hash with its ids, without a reservation unless one is given.',
    'TOK-11': 'An ephemeral token expires after its time to live.',
    'TOK-12': 'An ephemeral token keeps the reservation it was issued for.',
    'TOK-13': 'An instance with an active ephemeral token gets no second one.',
    'TOK-14': 'After the first has expired another may be issued.',
    'TOK-15': 'A batch issues one token for each instance, each with the right owner.',
    'TOK-16': 'A batch for a reservation of kind `bound` is refused.',
    'TOK-17': 'One instance with an active token refuses the whole batch.',
    'TOK-18': 'Batches may add up to the units of the reservation.',
    'TOK-19': 'Batches beyond the units are refused, and told how many were asked, granted and issued before.',
    'TOK-20': 'Used and expired tokens still count against the reservation.',
    'TOK-21': 'A batch that is too large is refused before the database is asked.',
    'TOK-22': 'Used tokens are deleted after 7 days.',
    'TOK-23': 'Tokens that expired unused are deleted after 7 days.',
    'TOK-24': 'An active token is never deleted.',
    'TOK-25': 'A token used lately is kept, however long ago it would have expired.',
    'TOK-26': 'One deletion is bounded and takes the longest ended first.',
    'TOK-27': 'The deletion has a default window and takes another.',
    'TOK-28':
      'Opaque tokens have a typed prefix and a fixed length and never repeat; foreign types and environments are refused.',
    'TOK-29':
      'An activation token that is used, revoked or expired, or whose provisioner or instance is not free for it, is refused with 401.',
  },
});
