import { z } from 'zod';
import { WorkspaceId } from '../id.ts';

/** 1–100 workspaces. */
export const CountsInput = z.strictObject({ workspaceIds: z.array(WorkspaceId).min(1).max(100) });
export type CountsInput = z.infer<typeof CountsInput>;

export const WorkspaceCounts = z.object({
  workspaceId: WorkspaceId,
  queued: z.int().nonnegative(),
  running: z.int().nonnegative(),
});
export type WorkspaceCounts = z.infer<typeof WorkspaceCounts>;

/** One for each workspace asked for, in that order, zeros included. */
export const CountsOutput = z.object({ counts: z.array(WorkspaceCounts) });
