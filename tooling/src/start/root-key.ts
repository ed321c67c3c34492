import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../paths.ts';
import { writePrivateFile } from '../private-file.ts';

const file = join(dataDir, 'root-key');

/** The key that signs tokens: BERTH_ROOT_KEY, else one made here once and kept, for tokens must outlive a restart. */
export function rootKey(): { key: string; source: 'environment' | 'kept' | 'made' } {
  const given = process.env.BERTH_ROOT_KEY;
  if (given) return { key: given, source: 'environment' };
  if (existsSync(file)) return { key: readFileSync(file, 'utf8').trim(), source: 'kept' };
  const key = randomBytes(32).toString('base64');
  writePrivateFile(file, `${key}\n`);
  return { key, source: 'made' };
}
