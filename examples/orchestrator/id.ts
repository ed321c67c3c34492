import { createHash } from 'node:crypto';

/**
 * A UUID that is the same for the same name at every start (RFC 9562, version 8): the project of a workflow has no other
 * home than its name.
 */
export function uuidOfName(kind: string, name: string): string {
  const bytes = createHash('sha256').update(`${kind}\n${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
