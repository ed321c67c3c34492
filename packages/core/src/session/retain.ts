import { deleteOldSessions, type SessionRetention } from '@berth/db';
import type { Deps } from '../deps.ts';

/** How long a session is kept after its registration. */
const sessionRetention: SessionRetention = { manualDays: 30, machineDays: 7 };

/**
 * Deletes one batch of old sessions, the oldest first; one that holds a lease is kept.
 *
 * @returns how many were deleted. (SES-16…SES-22)
 */
export function retainSessions(
  deps: Deps,
  { sessionsMax, ...retention }: { sessionsMax: number } & Partial<SessionRetention>,
): Promise<number> {
  return deleteOldSessions(deps.database.sql, { ...sessionRetention, ...retention }, sessionsMax);
}
