import type { LeaseView } from '@berth/dto';
import Link from 'next/link';
import { paths } from '../lib/paths.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { CopyableId } from '../ui/id.tsx';
import { Labels } from '../ui/labels.tsx';
import { Mark } from '../ui/mark.tsx';
import { Panel } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { LeaseTimeLeft } from './lease-time-left.tsx';

/** Who runs it, and for how long the right to run it lasts without a beat. `readAt` in milliseconds by this browser's clock. */
export function LeasePanel({ lease, readAt }: { lease: LeaseView; readAt: number }) {
  return (
    <Panel title="Lease">
      <LeaseTimeLeft lease={lease} readAt={readAt} />
      <Facts>
        {lease.sessionName && <Fact name="Runner">{lease.sessionName}</Fact>}
        <Fact name="Runner session">
          <CopyableId value={lease.sessionId} what="session id" />{' '}
          <Link href={paths.executions({ session: lease.sessionId })}>its executions</Link>
        </Fact>
        <Fact name="Offers">
          <Labels labels={lease.runnerLabels} />
        </Fact>
        <Fact name="Claimed">
          <RelativeTime at={lease.startedAt} />
        </Fact>
        <Fact name="First beat">
          {lease.firstHeartbeatAt ? <RelativeTime at={lease.firstHeartbeatAt} /> : 'Not yet: no step has started'}
        </Fact>
        <Fact name="Last beat">{lease.firstHeartbeatAt ? <RelativeTime at={lease.lastHeartbeatAt} /> : 'None'}</Fact>
        <Fact name="Fence">{lease.fence}</Fact>
        <Fact name="Cancel requested">
          {lease.cancellationRequestedAt ? (
            <Mark shape="slash" tone="warn">
              <RelativeTime at={lease.cancellationRequestedAt} />
            </Mark>
          ) : (
            'No'
          )}
        </Fact>
      </Facts>
    </Panel>
  );
}
