import type { ExecutionView } from '@berth/dto';
import Link from 'next/link';
import { paths } from '../lib/paths.ts';
import { Id, ShortId } from '../ui/id.tsx';
import { Labels } from '../ui/labels.tsx';
import { Age, RelativeTime } from '../ui/relative-time.tsx';
import styles from './list-table.module.css';
import { StatusMark } from './status-mark.tsx';

export function ListRow({ execution }: { execution: ExecutionView }) {
  const { executionId, workspaceId, workflowRunId, labels, lease, queuedAt } = execution;
  return (
    <tr className={styles.row}>
      <td className={styles.state}>
        <StatusMark execution={execution} />
      </td>
      <td>
        <Link href={paths.execution(execution)} className={styles.link} prefetch={false} data-row>
          <Id value={executionId} />
        </Link>
      </td>
      <td className={styles.medium}>{labels && <Labels labels={labels} />}</td>
      <td className={styles.medium}>
        {lease && <span className={styles.session}>{lease.sessionName ?? <ShortId value={lease.sessionId} />}</span>}
      </td>
      <td className={styles.wide}>{workflowRunId && <ShortId value={workflowRunId} />}</td>
      <td className={styles.wide}>
        <ShortId value={workspaceId} />
      </td>
      <td className={styles.medium}>{queuedAt ? <RelativeTime at={queuedAt} /> : 'Never'}</td>
      <td className={styles.number}>
        <Age since={enteredAt(execution)} />
      </td>
    </tr>
  );
}

/** When the execution came into its present state. */
function enteredAt({ finishedAt, lease, queuedAt, recordedAt }: ExecutionView): string {
  return finishedAt ?? lease?.startedAt ?? queuedAt ?? recordedAt;
}
