'use client';

import { useNow } from '../lib/clock.ts';
import { formatAbsolute, formatDuration } from '../lib/time.ts';

/** "3m 07s ago", with date, time and zone in the title. */
export function RelativeTime({ at }: { at: string }) {
  const age = useNow() - Date.parse(at);
  return (
    <time dateTime={at} title={formatAbsolute(at)}>
      {age < 1_000 ? 'just now' : `${formatDuration(age)} ago`}
    </time>
  );
}

/** How long it has been since then, without "ago". */
export function Age({ since }: { since: string }) {
  const now = useNow();
  return (
    <time dateTime={since} title={`since ${formatAbsolute(since)}`}>
      {formatDuration(now - Date.parse(since))}
    </time>
  );
}
