import type { BerthError } from '../shared/error.ts';
import { endsSession } from './session.rules.ts';

/**
 * What to do after a claim that failed.
 * - `same`: the reply may have been lost with leases in it: send the same request id again.
 * - `fresh`: decided without leases: claim anew, under a new request id.
 * - `register`: this session is over: register again, then claim anew.
 * - `drain`: this session has had its last lease: finish what runs and end.
 * - `fatal`: no repetition helps: finish what runs and end with the error.
 */
export type AfterClaimFailure = 'same' | 'fresh' | 'register' | 'drain' | 'fatal';

export function afterClaimFailure({ reason, retryable }: Pick<BerthError, 'reason' | 'retryable'>): AfterClaimFailure {
  if (retryable) return 'same';
  if (endsSession(reason)) return 'register';
  switch (reason) {
    case 'claim_in_progress':
      return 'same';
    case 'request_spent':
    case 'conflict':
    case 'workspace_inactive':
      return 'fresh';
    case 'session_exhausted':
      return 'drain';
    default:
      return 'fatal';
  }
}
