import { createSerializer } from 'nuqs/server';
import { type ExecutionSearch, executionSearchParsers } from '../execution/search.ts';

const withSearch = createSerializer(executionSearchParsers);

/** Every address of the console. */
export const paths = {
  overview: '/',
  signIn: '/sign-in',
  /** Sign-in that leads back to where the operator was. */
  signInFrom: (returnTo: string) =>
    returnTo === '/' ? paths.signIn : `${paths.signIn}?return=${encodeURIComponent(returnTo)}`,
  executions: (search: Partial<ExecutionSearch> = {}) => withSearch('/executions', search),
  execution: ({ workspaceId, executionId }: { workspaceId: string; executionId: string }) =>
    `/executions/${workspaceId}/${executionId}`,
} as const;

/** A path of this console, or the overview: a link to the sign-in page must not lead to somebody else's site. */
export function safeReturnPath(wanted: string | null): string {
  if (!wanted?.startsWith('/')) return paths.overview;
  const base = 'http://console.invalid';
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : undefined;
  return url?.origin === base ? url.pathname + url.search : paths.overview;
}
