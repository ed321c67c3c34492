'use client';

import { Outcome, type OverviewView } from '@berth/dto';
import Link from 'next/link';
import { outcomeStatus } from '../execution/status.ts';
import { formatCapped, formatCount } from '../lib/count.ts';
import { paths } from '../lib/paths.ts';
import { Mark } from '../ui/mark.tsx';
import { Card } from './card.tsx';
import { Figure } from './figure.tsx';
import styles from './finished-today.module.css';

export function FinishedToday() {
  return (
    <Card title="Finished today" select={(overview) => overview.finishedToday}>
      {({ total, byOutcome }) => (
        <>
          <Figure note="Since 00:00 UTC.">{formatCapped(total)}</Figure>
          <ByOutcome counts={byOutcome} />
        </>
      )}
    </Card>
  );
}

function ByOutcome({ counts }: { counts: OverviewView['finishedToday']['byOutcome'] }) {
  const present = Outcome.options.filter((outcome) => counts[outcome]);
  return (
    <ul className={styles.outcomes}>
      {present.map((outcome) => (
        <li key={outcome}>
          <Link href={paths.executions({ outcome })}>
            <Mark shape={outcomeStatus[outcome].shape} tone={outcomeStatus[outcome].tone}>
              {outcomeStatus[outcome].word} {formatCount(counts[outcome] ?? 0)}
            </Mark>
          </Link>
        </li>
      ))}
    </ul>
  );
}
