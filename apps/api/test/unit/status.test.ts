import { Reason } from '@berth/dto';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { expect, test } from 'vitest';
import { codeOfReason, reasonOfCode } from '../../src/status.ts';

const statusOf = (reason: Reason) => getHTTPStatusCodeFromError(new TRPCError({ code: codeOfReason[reason] }));

test('every refusal has its HTTP status', () => {
  expect(Object.fromEntries(Reason.options.map((reason) => [reason, statusOf(reason)]))).toEqual({
    invalid_input: 400,
    payload_too_large: 413,
    unauthenticated: 401,
    credential_expired: 401,
    credential_revoked: 401,
    forbidden: 403,
    cross_site: 403,
    labels_reserved: 400,
    workspace_not_found: 404,
    credential_not_found: 404,
    workspace_inactive: 403,
    execution_not_found: 404,
    session_not_found: 404,
    session_revoked: 401,
    session_exhausted: 409,
    claim_in_progress: 429,
    request_spent: 409,
    lease_lost: 404,
    conflict: 409,
    too_old: 400,
    subscriber_not_found: 404,
    position_unknown: 400,
    unknown_procedure: 404,
    rate_limited: 429,
    unavailable: 503,
    internal: 500,
  });
});

test('what the transport refuses gets a reason of the closed list, and what it does not know is internal', () => {
  expect(reasonOfCode('NOT_FOUND')).toBe('unknown_procedure');
  expect(reasonOfCode('METHOD_NOT_SUPPORTED')).toBe('unknown_procedure');
  expect(reasonOfCode('PAYLOAD_TOO_LARGE')).toBe('payload_too_large');
  expect(reasonOfCode('PARSE_ERROR')).toBe('invalid_input');
  expect(reasonOfCode('UNSUPPORTED_MEDIA_TYPE')).toBe('invalid_input');
  expect(reasonOfCode('TIMEOUT')).toBe('internal');
  expect(reasonOfCode('INTERNAL_SERVER_ERROR')).toBe('internal');
});
