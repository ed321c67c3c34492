import type { Reason } from '@berth/dto';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

/** The one map from refusals to transport; a new reason does not compile until it stands here. */
export const codeOfReason = {
  invalid_input: 'BAD_REQUEST',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  unauthenticated: 'UNAUTHORIZED',
  credential_expired: 'UNAUTHORIZED',
  credential_revoked: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  cross_site: 'FORBIDDEN',
  labels_reserved: 'BAD_REQUEST',
  workspace_not_found: 'NOT_FOUND',
  workspace_inactive: 'FORBIDDEN',
  credential_not_found: 'NOT_FOUND',
  execution_not_found: 'NOT_FOUND',
  session_not_found: 'NOT_FOUND',
  session_revoked: 'UNAUTHORIZED',
  session_exhausted: 'CONFLICT',
  claim_in_progress: 'TOO_MANY_REQUESTS',
  request_spent: 'CONFLICT',
  lease_lost: 'NOT_FOUND',
  conflict: 'CONFLICT',
  too_old: 'BAD_REQUEST',
  subscriber_not_found: 'NOT_FOUND',
  position_unknown: 'BAD_REQUEST',
  unknown_procedure: 'NOT_FOUND',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<Reason, TRPC_ERROR_CODE_KEY>;

/** What the transport itself refuses, in the words of the closed list. */
export function reasonOfCode(code: TRPC_ERROR_CODE_KEY): Reason {
  switch (code) {
    case 'NOT_FOUND':
    case 'METHOD_NOT_SUPPORTED':
      return 'unknown_procedure';
    case 'PAYLOAD_TOO_LARGE':
      return 'payload_too_large';
    case 'PARSE_ERROR':
    case 'BAD_REQUEST':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return 'invalid_input';
    default:
      return 'internal';
  }
}
