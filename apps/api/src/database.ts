import { connect, type Database } from '@berth/db';
import type { Config } from './config.ts';

/** The pool of this process; nothing is connected before the first statement. */
export function openDatabase({ databaseUrl, databasePool }: Config): Database {
  return connect(databaseUrl, { max: databasePool, applicationName: 'berth-api' });
}
