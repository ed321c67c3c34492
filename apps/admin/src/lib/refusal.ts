import { type Reason, Refusal } from '@berth/dto';
import { TRPCClientError } from '@trpc/client';

const unreachable: Refusal = {
  reason: 'unavailable',
  message: 'The api does not answer. Is it running, and does API_URL of this console point to it?',
};

/** What an error says to the operator. An answer that is no refusal of the api did not come from the api. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof TRPCClientError))
    return { reason: 'internal', message: error instanceof Error ? error.message : String(error) };
  return Refusal.safeParse(error.data?.refusal).data ?? unreachable;
}

const signInAgain: readonly Reason[] = ['unauthenticated', 'credential_expired', 'credential_revoked'];

export function isSignedOut(error: unknown): boolean {
  return signInAgain.includes(refusalOf(error).reason);
}

/** Worth asking again at once. */
export function isTransient(error: unknown): boolean {
  return refusalOf(error).reason === 'unavailable';
}
