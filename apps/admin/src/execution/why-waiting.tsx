import type { ExecutionDetail } from '@berth/dto';
import { Command } from '../ui/command.tsx';
import { Labels } from '../ui/labels.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './why-waiting.module.css';

/** For a queued execution: what it waits for. */
export function WhyWaiting({ detail: { execution, matchingSessions } }: { detail: ExecutionDetail }) {
  if (matchingSessions === null || !execution.labels) return null;
  if (matchingSessions > 0) {
    return (
      <p className={styles.calm}>
        {matchingSessions === 1
          ? 'One live runner session offers all of its labels: it waits until that one is free.'
          : `${matchingSessions} live runner sessions offer all of its labels: it waits until one of them is free.`}
      </p>
    );
  }
  return (
    <Notice tone="warn" title="No live runner session offers all of these labels">
      <Labels labels={execution.labels} />
      <p className={styles.remedy}>It stays queued until a runner registers that offers them all. Start one:</p>
      <Command>{`RUNNER_LABELS=${execution.labels.join(',')} node examples/runner/main.ts`}</Command>
      <p className={styles.remedy}>If a label is wrong, cancel the execution and correct its workflow.</p>
    </Notice>
  );
}
