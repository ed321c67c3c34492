import { readDepths } from '@berth/db';
import type { Deps } from '../deps.ts';

const countCap = 100_000;

/** Executions queued and running in all workspaces, each counted up to 100,000; for the gauges. */
export function getDepths(deps: Deps): Promise<{ queued: number; running: number }> {
  return readDepths(deps.database.sql, countCap);
}
