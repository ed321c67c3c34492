'use client';

import type { LeaseView } from '@berth/dto';
import { Progress } from '@mantine/core';
import { useNow } from '../lib/clock.ts';
import { formatDuration } from '../lib/time.ts';
import styles from './lease-time-left.module.css';

/** Below this share of its time a lease without a beat is close to its end. */
const lowShare = 0.25;

/** Counts down what the server said it had left; the bar is full right after a beat. */
export function LeaseTimeLeft({ lease, readAt }: { lease: LeaseView; readAt: number }) {
  const secondsLeft = lease.secondsLeft - (useNow() - readAt) / 1_000;
  const secondsSinceBeat = (readAt - Date.parse(lease.lastHeartbeatAt)) / 1_000;
  const total = Math.max(1, lease.secondsLeft + Math.max(0, secondsSinceBeat));
  const share = Math.min(1, Math.max(0, secondsLeft / total));
  const words =
    secondsLeft > 0
      ? `${formatDuration(secondsLeft * 1_000)} left`
      : `Overdue by ${formatDuration(-secondsLeft * 1_000)}: the server may end this lease`;
  return (
    <div className={styles.left}>
      <p>{words}</p>
      <Progress.Root className={styles.bar}>
        <Progress.Section
          value={share * 100}
          color={share < lowShare ? 'var(--bad)' : 'var(--accent)'}
          aria-label="Lease time left"
          aria-valuetext={words}
        />
      </Progress.Root>
    </div>
  );
}
