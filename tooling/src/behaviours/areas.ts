import type { Area } from './area.ts';
import { cancellation } from './areas/cancellation.ts';
import { capability } from './areas/capability.ts';
import { claim } from './areas/claim.ts';
import { configuration } from './areas/configuration.ts';
import { enqueue } from './areas/enqueue.ts';
import { expiry } from './areas/expiry.ts';
import { heartbeat } from './areas/heartbeat.ts';
import { label } from './areas/label.ts';
import { lease } from './areas/lease.ts';
import { maintenance } from './areas/maintenance.ts';
import { queueDepth } from './areas/queue-depth.ts';
import { rateLimit } from './areas/rate-limit.ts';
import { registration } from './areas/registration.ts';
import { registrationToken } from './areas/registration-token.ts';
import { release } from './areas/release.ts';
import { request } from './areas/request.ts';
import { session } from './areas/session.ts';
import { signedToken } from './areas/signed-token.ts';

/** Every known behaviour, in the order of the document. */
export const areas: Area[] = [
  enqueue,
  claim,
  request,
  lease,
  queueDepth,
  heartbeat,
  cancellation,
  release,
  expiry,
  session,
  registration,
  registrationToken,
  signedToken,
  label,
  capability,
  rateLimit,
  maintenance,
  configuration,
];
