import { randomBytes } from 'node:crypto';
import { CredentialKind, credentialPrefixes } from '@berth/dto';
import { describe, expect, test } from 'vitest';
import { displayPrefix, hashToken, kindOfToken, makeToken } from '../../src/credential/token.ts';

const make = (kind: CredentialKind) => makeToken(kind, randomBytes);

describe('opaque tokens', () => {
  test.for(CredentialKind.options)(
    '[TOK-28] a %s token has its prefix, a fixed length, and is never the same twice',
    (kind) => {
      const [one, other] = [make(kind), make(kind)];
      expect(one.startsWith(credentialPrefixes[kind])).toBe(true);
      expect(one).toHaveLength(credentialPrefixes[kind].length + 43 + 6);
      expect(one).not.toBe(other);
      expect(kindOfToken(one)).toBe(kind);
      expect(displayPrefix(one)).toBe(one.slice(0, 12));
    },
  );

  test('a slip of the pen is caught before any look-up', () => {
    const token = make('service');
    for (let position = 0; position < token.length; position++) {
      const slip = token[position] === 'x' ? 'y' : 'x';
      expect(kindOfToken(`${token.slice(0, position)}${slip}${token.slice(position + 1)}`)).toBeUndefined();
    }
    expect(kindOfToken('')).toBeUndefined();
    expect(kindOfToken('bth_nope_x')).toBeUndefined();
  });

  test('the hash is the same each time, and differs from token to token', () => {
    const token = make('operator');
    expect(hashToken(token)).toEqual(hashToken(token));
    expect(hashToken(token)).not.toEqual(hashToken(make('operator')));
  });
});
