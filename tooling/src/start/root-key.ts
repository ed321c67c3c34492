import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../paths.ts';

const file = join(dataDir, 'root-key');

/** The key that signs tokens: BERTH_ROOT_KEY, else one made here once and kept, for tokens must outlive a restart. */
export function rootKey(): { key: string; source: 'environment' | 'kept' | 'made' } {
  const given = process.env.BERTH_ROOT_KEY;
  if (given) return { key: given, source: 'environment' };
  if (existsSync(file)) return { key: readFileSync(file, 'utf8').trim(), source: 'kept' };
  const key = randomBytes(32).toString('base64');
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return { key, source: 'made' };
}
