import { type CredentialKind, credentialPrefixes } from '@berth/dto';

const others: Record<Exclude<CredentialKind, 'operator'>, string> = {
  service: 'a service credential, which is for an orchestrator',
  registration: 'a registration credential, which is for a runner',
};

/** What is wrong with a pasted token, as far as can be told before the api is asked; undefined when nothing is. */
export function tokenFault(token: string): string | undefined {
  if (token === '') return 'Paste the operator credential first.';
  if (/\s/.test(token)) return 'There is a space or a line break inside: copy the credential alone, in one piece.';
  if (token.startsWith(credentialPrefixes.operator)) return undefined;
  for (const kind of ['service', 'registration'] as const) {
    if (token.startsWith(credentialPrefixes[kind]))
      return `This is ${others[kind]}. The console needs an operator credential: it starts with ${credentialPrefixes.operator}`;
  }
  return `An operator credential starts with ${credentialPrefixes.operator} – this text does not.`;
}
