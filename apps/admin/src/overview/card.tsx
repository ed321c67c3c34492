'use client';

import type { OverviewView } from '@berth/dto';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { refusalOf } from '../lib/refusal.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Freshness } from '../ui/freshness.tsx';
import { Mark } from '../ui/mark.tsx';
import { Panel } from '../ui/panel.tsx';
import styles from './card.module.css';
import { useOverview } from './use-overview.ts';

type Props<T> = { title: string; select: (overview: OverviewView) => T; children: (part: T) => ReactNode };

/** A part of the overview that says how fresh it is. Whatever goes wrong in it stays in it. */
export function Card<T>({ title, select, children }: Props<T>) {
  const query = useOverview(select);
  return (
    <Panel title={title} aside={<Freshness query={query} />}>
      <ErrorBoundary fallback={(error) => <Trouble error={error} />}>
        {query.data === undefined ? (
          <div className={styles.empty}>
            {query.isError ? (
              <Trouble error={query.error} retry={() => query.refetch()} retrying={query.isFetching} />
            ) : (
              'Reading…'
            )}
          </div>
        ) : (
          children(query.data)
        )}
      </ErrorBoundary>
    </Panel>
  );
}

function Trouble({ error, retry, retrying }: { error: unknown; retry?: () => void; retrying?: boolean }) {
  return (
    <div className={styles.trouble}>
      <Mark shape="warning" tone="bad">
        Not read
      </Mark>
      <p className={styles.why}>{refusalOf(error).message}</p>
      {retry && (
        <Button variant="default" loading={retrying} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
