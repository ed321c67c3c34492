import type { Reason } from '@berth/dto';

/** Until a session's token is renewed: about half its life, so that several tries are left. `random` is in [0, 1). */
export const renewAfterMs = ({
  sessionTokenSeconds,
  random,
}: {
  sessionTokenSeconds: number;
  random: number;
}): number => sessionTokenSeconds * 1_000 * (0.4 + random * 0.2);

/** Refusals that end a session: the next claim needs a new one. */
const sessionEnding: ReadonlySet<Reason> = new Set([
  'unauthenticated',
  'credential_expired',
  'credential_revoked',
  'session_revoked',
  'session_not_found',
]);
export const endsSession = (reason: Reason): boolean => sessionEnding.has(reason);
