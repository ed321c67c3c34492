import { type Reason, Refusal } from '@berth/dto';
import { TRPCClientError } from '@trpc/client';

/** What an error says to the operator. Whatever is not a refusal of the api means that the api was not reached. */
export function refusalOf(error: unknown): Refusal {
  const sent = error instanceof TRPCClientError ? Refusal.safeParse(error.data?.refusal) : undefined;
  if (sent?.success) return sent.data;
  return {
    reason: 'unavailable',
    message: 'The api does not answer. Is it running, and does API_URL of this console point to it?',
  };
}

const signInAgain: readonly Reason[] = ['unauthenticated', 'credential_expired', 'credential_revoked'];

export function isSignedOut(error: unknown): boolean {
  return signInAgain.includes(refusalOf(error).reason);
}

/** Worth asking again at once. */
export function isTransient(error: unknown): boolean {
  return refusalOf(error).reason === 'unavailable';
}
