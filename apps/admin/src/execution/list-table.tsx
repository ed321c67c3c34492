import type { ExecutionView } from '@berth/dto';
import { useRef } from 'react';
import table from '../ui/table.module.css';
import { ListRow } from './list-row.tsx';
import styles from './list-table.module.css';
import { useRowKeys } from './use-row-keys.ts';

/** `pending`: these rows are of the page before, the wanted ones are on their way. */
export function ListTable({ rows, pending }: { rows: ExecutionView[]; pending: boolean }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  return (
    <div className={styles.region}>
      <table className={`${table.table} ${styles.table}`} aria-label="Executions" aria-busy={pending}>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Execution</th>
            <th scope="col" className={styles.medium}>
              Labels
            </th>
            <th scope="col" className={styles.medium}>
              Runner session
            </th>
            <th scope="col" className={styles.wide}>
              Run
            </th>
            <th scope="col" className={styles.wide}>
              Workspace
            </th>
            <th scope="col" className={styles.medium}>
              Queued
            </th>
            <th scope="col" className={styles.number}>
              In state
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((execution) => (
            <ListRow key={execution.executionId} execution={execution} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
