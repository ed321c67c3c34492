'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Mark } from './mark.tsx';
import { RelativeTime } from './relative-time.tsx';

/** When a reading was made, and whether it is still being kept up. */
export function Freshness({ query }: { query: Pick<UseQueryResult<unknown, unknown>, 'isError' | 'dataUpdatedAt'> }) {
  if (query.dataUpdatedAt === 0) return null;
  const read = <RelativeTime at={new Date(query.dataUpdatedAt).toISOString()} />;
  if (!query.isError) return <>Read {read}</>;
  return (
    <Mark shape="warning" tone="warn">
      <span>Stale, read {read}</span>
    </Mark>
  );
}
