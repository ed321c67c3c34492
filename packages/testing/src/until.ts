const lookAgainMs = 20;

/**
 * Waits for a fact: looks until `look` answers something other than undefined or false, and answers that.
 *
 * @throws when the fact has not come true within `withinMs`, with what was waited for.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
