import { z } from 'zod';

/** The closed list of refusals. The api maps each to a tRPC code and an HTTP status; a new one does not compile until it does. */
export const Reason = z.enum([
  'invalid_input',
  'payload_too_large',
  'unauthenticated',
  'credential_expired',
  'credential_revoked',
  'forbidden',
  'cross_site',
  'labels_reserved',
  'workspace_not_found',
  'workspace_inactive',
  'credential_not_found',
  'execution_not_found',
  'session_not_found',
  'session_revoked',
  'session_exhausted',
  'claim_in_progress',
  'request_spent',
  'lease_lost',
  'conflict',
  'too_old',
  'subscriber_not_found',
  'position_unknown',
  'unknown_procedure',
  'rate_limited',
  'unavailable',
  'internal',
]);
export type Reason = z.infer<typeof Reason>;

/** One fault of an input: `path` is dotted, e.g. `executions.3.labels.0`. */
export const InputIssue = z.object({ path: z.string(), message: z.string() });
export type InputIssue = z.infer<typeof InputIssue>;

/** What a caller sees of a refusal, in `error.data.refusal` and per item of a batch. */
export const Refusal = z.object({
  reason: Reason,
  message: z.string(),
  issues: z.array(InputIssue).optional(),
});
export type Refusal = z.infer<typeof Refusal>;
