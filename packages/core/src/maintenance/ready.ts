import { sequencerExists } from '@berth/db';
import type { Deps } from '../deps.ts';

/** Whether calls can be served: the database answers and is migrated. @throws the driver's error when it does not answer. */
export function isReady(deps: Deps): Promise<boolean> {
  return sequencerExists(deps.database.sql);
}
