'use client';

import type { LoopView } from '@berth/dto';
import { Mark } from '../ui/mark.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import table from '../ui/table.module.css';
import { Card } from './card.tsx';
import styles from './loops.module.css';

/** The loops that expire leases, number events and the like: when one stands still, trouble follows. */
export function Loops() {
  return (
    <Card title="Maintenance loops" select={(overview) => overview.loops}>
      {(loops) =>
        loops.length === 0 ? (
          <p className={styles.none}>No loop has reported yet. They run inside the api.</p>
        ) : (
          <LoopTable loops={loops} />
        )
      }
    </Card>
  );
}

function LoopTable({ loops }: { loops: LoopView[] }) {
  return (
    <ScrollRegion label="Maintenance loops, table">
      <table className={table.table} aria-label="Maintenance loops">
        <thead>
          <tr>
            <th scope="col">Loop</th>
            <th scope="col">Health</th>
            <th scope="col">Runs every</th>
            <th scope="col">Last success</th>
            <th scope="col">Last error</th>
          </tr>
        </thead>
        <tbody>
          {loops.map((loop) => (
            <tr key={loop.name}>
              <th scope="row" className={styles.name}>
                {loop.name}
              </th>
              <td>
                <Health healthy={loop.healthy} />
              </td>
              <td className={table.nowrap}>{loop.intervalSeconds}s</td>
              <td className={table.nowrap}>
                {loop.lastSuccessAt ? <RelativeTime at={loop.lastSuccessAt} /> : 'Never'}
              </td>
              <td className={styles.errorCell}>
                <LastError loop={loop} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function LastError({ loop: { lastError, lastErrorAt } }: { loop: LoopView }) {
  if (!lastError) return <span className={styles.dim}>None</span>;
  return (
    <>
      <span className={styles.error}>{lastError}</span>
      {lastErrorAt && (
        <span className={styles.dim}>
          {' '}
          <RelativeTime at={lastErrorAt} />
        </span>
      )}
    </>
  );
}

function Health({ healthy }: { healthy: boolean }) {
  return (
    <Mark shape={healthy ? 'check' : 'warning'} tone={healthy ? 'good' : 'bad'}>
      {healthy ? 'Healthy' : 'Unhealthy'}
    </Mark>
  );
}
