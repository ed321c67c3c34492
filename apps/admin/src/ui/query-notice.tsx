'use client';

import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { refusalOf } from '../lib/refusal.ts';
import { Notice } from './notice.tsx';
import { RelativeTime } from './relative-time.tsx';

type Query = Pick<UseQueryResult<unknown, unknown>, 'isError' | 'error' | 'data' | 'dataUpdatedAt' | 'isFetching'> & {
  refetch: () => unknown;
};

/** Says that a reading failed: what is shown below is stale, or there is nothing to show. Nothing while all is well. */
export function QueryNotice({ query, what }: { query: Query; what: string }) {
  if (!query.isError) return null;
  const { message, issues } = refusalOf(query.error);
  const stale = query.data !== undefined;
  return (
    <Notice
      tone={stale ? 'warn' : 'bad'}
      title={stale ? `Stale: the ${what} could not be read again` : `The ${what} could not be read`}
      action={
        <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
          Try again
        </Button>
      }
    >
      {message}
      {stale && (
        <>
          {' '}
          Last read <RelativeTime at={new Date(query.dataUpdatedAt).toISOString()} />.
        </>
      )}
      {issues?.map((issue) => (
        <p key={issue.path + issue.message}>
          {issue.path && <code>{issue.path}</code>} {issue.message}
        </p>
      ))}
    </Notice>
  );
}
