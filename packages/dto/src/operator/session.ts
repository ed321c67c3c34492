import { z } from 'zod';
import { SessionId, WorkspaceId } from '../id.ts';
import { command } from './command.ts';

/** Revoke: the session claims nothing any more. Drain: as well, and its runner is told to end after what it runs. */
export const StopSessionCommand = z.strictObject({ workspaceId: WorkspaceId, sessionId: SessionId, ...command });
export type StopSessionCommand = z.infer<typeof StopSessionCommand>;
export const StopSessionOutput = z.object({ sessionId: SessionId });
