import { z } from 'zod';
import { Role } from '../credential/credential.ts';
import { CancelResult, ExecutionFilter, ExecutionKey } from '../execution/input.ts';
import { CredentialId, WorkspaceId } from '../id.ts';
import { CappedCount, Instant, PageInput } from '../page.ts';
import { command } from './command.ts';

export const SignInInput = z.strictObject({ token: z.string().min(1).max(200) });

export const OperatorView = z.object({
  credentialId: CredentialId,
  name: z.string(),
  role: Role,
  /** Null: every workspace. */
  workspaceIds: z.array(WorkspaceId).nullable(),
});
export type OperatorView = z.infer<typeof OperatorView>;

export const OverviewInput = z.strictObject({ workspaceId: WorkspaceId.optional() });
export type OverviewInput = z.infer<typeof OverviewInput>;

/** A maintenance loop's health: `healthy` is false when it has not succeeded within several of its intervals. */
export const LoopView = z.object({
  name: z.string(),
  intervalSeconds: z.number(),
  lastStartedAt: Instant.nullable(),
  lastSuccessAt: Instant.nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: Instant.nullable(),
  healthy: z.boolean(),
});
export type LoopView = z.infer<typeof LoopView>;

/** All figures by the database's clock, read at `readAt`. */
export const OverviewView = z.object({
  readAt: Instant,
  queued: CappedCount,
  oldestQueuedAt: Instant.nullable(),
  running: CappedCount,
  /** Since 00:00 UTC, by outcome. */
  finishedToday: z.object({ total: CappedCount, byOutcome: z.record(z.string(), z.int()) }),
  /** Sessions in contact within the last 90 s, or holding a lease. */
  liveSessions: CappedCount,
  loops: z.array(LoopView),
});
export type OverviewView = z.infer<typeof OverviewView>;

export const ListExecutionsInput = z.strictObject({ ...ExecutionFilter.shape, ...PageInput.shape });
export type ListExecutionsInput = z.infer<typeof ListExecutionsInput>;

export const CancelCommand = z.strictObject({ ...ExecutionKey.shape, ...command });
export type CancelCommand = z.infer<typeof CancelCommand>;
export const CancelCommandOutput = CancelResult;

export const WorkspaceView = z.object({ workspaceId: WorkspaceId, status: z.enum(['active', 'suspended', 'deleted']) });
export type WorkspaceView = z.infer<typeof WorkspaceView>;
