'use client';

import Link from 'next/link';
import { paths } from '../lib/paths.ts';
import { refusalOf } from '../lib/refusal.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Freshness } from '../ui/freshness.tsx';
import { CopyableId } from '../ui/id.tsx';
import { Panel } from '../ui/panel.tsx';
import { QueryNotice } from '../ui/query-notice.tsx';
import { CancelButton } from './cancel-button.tsx';
import { ExecutionFacts } from './facts.tsx';
import { LeasePanel } from './lease-panel.tsx';
import styles from './page.module.css';
import { RawJson } from './raw-json.tsx';
import { StatusMark } from './status-mark.tsx';
import { Timeline } from './timeline.tsx';
import { useExecution } from './use-execution.ts';
import { WhyWaiting } from './why-waiting.tsx';

/** All that is known of one execution. */
export function ExecutionPage(key: { workspaceId: string; executionId: string }) {
  const query = useExecution(key);
  const detail = query.data;
  if (!detail && query.isError && refusalOf(query.error).reason === 'execution_not_found') return <Unknown {...key} />;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.heading}>
          <nav aria-label="Breadcrumb" className={styles.back}>
            <Link href={paths.executions()}>Executions</Link>
          </nav>
          <h1 className={styles.title}>
            <span>Execution</span> <CopyableId value={key.executionId} what="execution id" />
          </h1>
          {detail && (
            <p className={styles.status}>
              <StatusMark execution={detail.execution} />
            </p>
          )}
        </div>
        {detail && <CancelButton execution={detail.execution} />}
      </div>
      <QueryNotice query={query} what="execution" />
      {!detail && query.isPending && <p className={styles.fresh}>Reading…</p>}
      {detail && (
        <>
          <WhyWaiting detail={detail} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <Panel title="Timeline" aside={<Freshness query={query} />}>
                <Timeline detail={detail} />
              </Panel>
              <RawJson value={detail} />
            </div>
            <div className={styles.column}>
              {detail.execution.lease && <LeasePanel lease={detail.execution.lease} readAt={query.dataUpdatedAt} />}
              <ExecutionFacts execution={detail.execution} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Unknown({ workspaceId, executionId }: { workspaceId: string; executionId: string }) {
  return (
    <>
      <h1 className={styles.title}>Execution</h1>
      <EmptyState title="There is no such execution">
        <p>
          Workspace {workspaceId} has no execution {executionId}. It may have been deleted, or you may not see this
          workspace.
        </p>
        <Link href={paths.executions()}>Executions</Link>
      </EmptyState>
    </>
  );
}
