import { z } from 'zod';
import { SessionId, WorkspaceId } from '../id.ts';
import { LabelSet } from '../labels.ts';
import { text } from '../text.ts';

const ToolList = z
  .array(text().min(1).max(200))
  .max(500)
  .refine((tools) => new Set(tools).size === tools.length, 'tool names must be unique');

/** Tools that a runner offers, per harness. */
export const ToolCapabilities = z.strictObject({
  harnesses: z.strictObject({ pi: ToolList.optional(), claude: ToolList.optional() }),
});
export type ToolCapabilities = z.infer<typeof ToolCapabilities>;

export type Harness = keyof ToolCapabilities['harnesses'];

/** What a session's runner says that it offers; an empty report when it said nothing, or too long ago. */
export const EffectiveCapabilities = z.object({ capabilities: ToolCapabilities, reportFresh: z.boolean() });
export type EffectiveCapabilities = z.infer<typeof EffectiveCapabilities>;

export const SessionKey = z.strictObject({ workspaceId: WorkspaceId, sessionId: SessionId });
export type SessionKey = z.infer<typeof SessionKey>;

export const RegisterInput = z.strictObject({
  labels: LabelSet,
  /** Shown to operators; the host's name is a good one. */
  name: text().trim().min(1).max(120).optional(),
  capabilities: ToolCapabilities.optional(),
  /** How many leases the session holds at most at one time; unlimited when left out. */
  maxConcurrent: z.int().min(1).max(1_000).optional(),
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const SessionGrant = z.object({
  sessionId: SessionId,
  workspaceId: WorkspaceId,
  /** Bearer of `runner.leases.claim` and `runner.sessions.renew`. */
  sessionToken: z.string(),
  sessionTokenSeconds: z.int(),
  labels: z.array(z.string()),
  maxClaims: z.int().nullable(),
});
export type SessionGrant = z.infer<typeof SessionGrant>;

export const CloseSessionOutput = z.object({ closed: z.boolean() });
