import { z } from 'zod';

/** An item of a batch that was judged alone: the parsed value, or what is wrong with it. */
export type Judged<T> =
  | { ok: true; value: T }
  | { ok: false; sent: unknown; issues: { path: string; message: string }[] };

/**
 * Judges an item without failing the batch around it: a caller is asked for a proper item by its type, and what it
 * really sent parses to a value or to its issues.
 */
export function lenient<S extends z.ZodType>(schema: S) {
  return z
    .custom<z.input<S>>(() => true)
    .transform((sent): Judged<z.output<S>> => {
      const parsed = schema.safeParse(sent);
      if (parsed.success) return { ok: true, value: parsed.data };
      return { ok: false, sent, issues: issuesOf(parsed.error) };
    });
}

/** A zod error as the flat list that callers get: dotted path and message. */
export function issuesOf(error: { issues: readonly z.core.$ZodIssue[] }): { path: string; message: string }[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}
