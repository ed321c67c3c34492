import { operatorTokenSeconds } from '@berth/core';

/** `__Host-` binds the cookie to one https origin; browsers refuse it on plain http, which is allowed on loopback only. */
const nameFor = (consoleOrigin: string) => (isSecure(consoleOrigin) ? '__Host-berth' : 'berth');
const isSecure = (consoleOrigin: string) => consoleOrigin.startsWith('https:');

export function readOperatorCookie(header: string | undefined, consoleOrigin: string): string | undefined {
  const name = nameFor(consoleOrigin);
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) || undefined;
}

/** A `Set-Cookie` value; an empty token takes the cookie away. */
export function operatorCookie(token: string, consoleOrigin: string): string {
  const lifetime = token === '' ? 0 : operatorTokenSeconds;
  const secure = isSecure(consoleOrigin) ? '; Secure' : '';
  return `${nameFor(consoleOrigin)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifetime}${secure}`;
}
