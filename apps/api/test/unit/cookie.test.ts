import { describe, expect, test } from 'vitest';
import { operatorCookie, readOperatorCookie } from '../../src/cookie.ts';

const http = 'http://127.0.0.1:3000';
const https = 'https://console.example.com';

describe('the sign-in cookie', () => {
  test('is bound to one https origin, and has the plain name on loopback alone', () => {
    expect(operatorCookie('t', https)).toBe('__Host-berth=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure');
    expect(operatorCookie('t', http)).toBe('berth=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200');
  });

  test('is taken away by an empty one that is over at once', () => {
    expect(operatorCookie('', http)).toBe('berth=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
  });

  test.each([
    ['berth=a.b.c', 'a.b.c'],
    ['theme=dark; berth=a.b.c; x=y', 'a.b.c'],
    ['theme=dark;berth=a=b', 'a=b'],
    ['berth=first; berth=second', 'first'],
    ['berth=', undefined],
    ['xberth=a', undefined],
    ['__Host-berth=a', undefined],
    ['Berth=a', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('in %j reads as %j', (header, token) => {
    expect(readOperatorCookie(header, http)).toBe(token);
  });

  test('of the plain name is not read on https', () => {
    expect(readOperatorCookie('berth=a; __Host-berth=b', https)).toBe('b');
    expect(readOperatorCookie('berth=a', https)).toBeUndefined();
  });
});
