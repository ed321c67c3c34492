import { createHash } from 'node:crypto';
import { type CredentialKind, credentialPrefixes, CredentialKind as Kinds } from '@berth/dto';

const randomSize = 32;
const checksumLength = 6;
const displayLength = 12;

/** A new opaque token: typed prefix, 256 random bits, and a checksum that catches a slip of the pen before any look-up. */
export function makeToken(kind: CredentialKind, randomBytes: (size: number) => Uint8Array): string {
  const body = `${credentialPrefixes[kind]}${Buffer.from(randomBytes(randomSize)).toString('base64url')}`;
  return `${body}${checksum(body)}`;
}

/** The kind that a well-formed token claims to be, or undefined. Says nothing about whether it was ever issued. */
export function kindOfToken(token: string): CredentialKind | undefined {
  const body = token.slice(0, -checksumLength);
  if (checksum(body) !== token.slice(-checksumLength)) return undefined;
  return Kinds.options.find((kind) => body.startsWith(credentialPrefixes[kind]));
}

/** What is stored in place of the token. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** The first characters, enough to tell tokens apart on a screen. */
export function displayPrefix(token: string): string {
  return token.slice(0, displayLength);
}

function checksum(body: string): string {
  return createHash('sha256').update(`berth-checksum:${body}`).digest('base64url').slice(0, checksumLength);
}
