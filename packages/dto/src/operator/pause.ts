import { z } from 'zod';
import { WorkspaceId } from '../id.ts';
import { LabelSet } from '../labels.ts';
import { Instant } from '../page.ts';
import { command } from './command.ts';

const pauseSecondsMax = 30 * 86_400;

/** What is paused: the whole workspace, or exactly one of its label sets. */
const scope = { workspaceId: WorkspaceId, labels: LabelSet.optional() };

/** From its commit on nothing is granted in the scope; what runs, runs on. `seconds` left out: until it is resumed. */
export const PauseCommand = z.strictObject({
  ...scope,
  seconds: z.int().min(1).max(pauseSecondsMax).optional(),
  ...command,
});
export type PauseCommand = z.infer<typeof PauseCommand>;
export const PauseOutput = z.object({ paused: z.literal(true) });

export const ResumeCommand = z.strictObject({ ...scope, ...command });
export type ResumeCommand = z.infer<typeof ResumeCommand>;
/** False: it was not paused. */
export const ResumeOutput = z.object({ resumed: z.boolean() });

export const ListPausesInput = z.strictObject({ workspaceId: WorkspaceId.optional() });
export type ListPausesInput = z.infer<typeof ListPausesInput>;

export const PauseView = z.object({
  workspaceId: WorkspaceId,
  /** Null: the whole workspace. */
  labels: z.array(z.string()).nullable(),
  note: z.string(),
  operator: z.string(),
  since: Instant,
  until: Instant.nullable(),
});
export type PauseView = z.infer<typeof PauseView>;
