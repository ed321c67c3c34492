import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../..');

/** What `start` keeps from one run to the next. Deleting it is a fresh beginning. */
export const dataDir = join(root, '.data');

/** What can be made again at any time. */
export const cacheDir = join(root, '.cache');

/** The console as `next build` leaves it. */
export const consoleDir = join(root, 'apps/admin/.next/standalone/apps/admin');
