/**
 * Something the person at the keyboard can put right. The command line prints its message as one plain line,
 * without a stack trace, and exits with 1; any other error is a defect of ours and keeps its stack.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** What an unknown thrown value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of an unknown thrown value (`EADDRINUSE`, `28P01` …), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
