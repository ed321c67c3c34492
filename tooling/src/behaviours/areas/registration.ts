import { area } from '../area.ts';

export const registration = area({
  prefix: 'REG',
  name: 'Registration',
  behaviours: {
    'REG-01': 'A manual registration answers a session without a cap, with canonical labels in record and token.',
    'REG-02': 'The tools reported at registration are stored, with the time.',
    'REG-03': 'A reserved label among others is stripped.',
    'REG-04': 'Only reserved labels are refused with 400, and named.',
    'REG-05': 'An ephemeral registration answers a session with one claim; token, session and instance are linked.',
    'REG-06': "A session of a workspace's own provisioner loses reserved labels.",
    'REG-07': 'A session of a provisioner of the installation keeps reserved labels.',
    'REG-08': 'A registration that names a tool twice is refused with 400, and makes no session.',
    'REG-09': 'One registration token makes any number of independent sessions.',
    'REG-10': 'An expired registration token is refused with 401.',
    'REG-11': 'A revoked registration token is refused with 401.',
    'REG-12': 'A token of an unknown prefix is refused with 401.',
    'REG-13': 'An unknown ephemeral token is refused with 401.',
    'REG-14': 'An expired ephemeral token is refused with 401.',
    'REG-15': 'An ephemeral token used before is refused with 409, and logged with its ids.',
    'REG-16':
      'Too many attempts with an ephemeral token are refused with 429 and `Retry-After`; the token stays unused.',
    'REG-17': "When the limiter's storage does not answer, registration is refused with 503; the token stays unused.",
    'REG-18': 'Manual registrations are not limited.',
    'REG-19': '21 labels, a label of 129 characters and a slash in a label are refused with 400.',
    'REG-20': '20 labels and a label of 128 characters are taken.',
  },
});
