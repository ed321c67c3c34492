const backoffBaseMs = 500;
const backoffCeilingMs = 60_000;
const retryAfterSecondsMax = 3_600;

type Backoff = { failures: number; random: number; retryAfterSeconds?: number | undefined; ceilingMs?: number };

/**
 * How long to wait after the n-th failure in a row (n ≥ 1), in milliseconds: anything up to a bound that doubles each
 * time. After a `Retry-After` the same spread is added on top, lest all callers come back in the same second.
 * `random` is in [0, 1).
 */
export function backoffMs({ failures, random, retryAfterSeconds = 0, ceilingMs = backoffCeilingMs }: Backoff): number {
  const bound = Math.min(ceilingMs, backoffBaseMs * 2 ** (failures - 1));
  return retryAfterSeconds * 1_000 + random * bound;
}

/**
 * How long to wait after a long poll that came back empty, in milliseconds. None after a real wait; a server that answers
 * at once, e.g. while it shuts down, is asked about once a second and not in a tight loop.
 */
export function afterEmptyMs({ tookMs, random }: { tookMs: number; random: number }): number {
  return tookMs >= 1_000 ? 0 : 500 + random * 1_000;
}

/** A `Retry-After` header, seconds or date, as seconds from `nowMs`; undefined when it says nothing usable. */
export function retryAfterSeconds(header: string | null | undefined, nowMs: number): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - nowMs) / 1_000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(retryAfterSecondsMax, Math.max(0, seconds));
}
