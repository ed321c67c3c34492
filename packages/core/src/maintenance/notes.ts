import { noteLoopFailure, noteLoopStart, noteLoopSuccess } from '@berth/db';
import type { Deps } from '../deps.ts';

const errorLengthMax = 500;

/** Writes down, for all to see, that a loop begins a run. `intervalSeconds` is its pause between two runs. */
export function noteStart(deps: Deps, loop: string, intervalSeconds: number): Promise<void> {
  return noteLoopStart(deps.database.sql, loop, intervalSeconds);
}

export function noteSuccess(deps: Deps, loop: string): Promise<void> {
  return noteLoopSuccess(deps.database.sql, loop);
}

/** Never fails itself: if the database is away, the log has the error and the last success grows old. */
export async function noteFailure(deps: Deps, loop: string, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await noteLoopFailure(deps.database.sql, loop, message.slice(0, errorLengthMax)).catch(() => undefined);
}
