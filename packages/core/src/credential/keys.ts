import { hkdfSync } from 'node:crypto';
import type { SigningKeys } from '../deps.ts';

const rootKeySize = 32;
const canonical = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Derives the signing keys from the root key (base64 of 32 bytes), each with its own label. Stable: the same root
 * gives the same keys in every process. (SIG-11)
 *
 * @throws Error when the root is not the canonical base64 of 32 bytes.
 */
export function deriveKeys(rootKey: string): SigningKeys {
  const root = Buffer.from(rootKey, 'base64');
  if (!canonical.test(rootKey) || root.length !== rootKeySize || root.toString('base64') !== rootKey)
    throw new Error(`must be the base64 of ${rootKeySize} bytes; make one with: openssl rand -base64 ${rootKeySize}`);
  const derive = (label: string) => new Uint8Array(hkdfSync('sha256', root, '', `berth:${label}`, rootKeySize));
  return { session: derive('session'), lease: derive('lease'), step: derive('step'), operator: derive('operator') };
}
