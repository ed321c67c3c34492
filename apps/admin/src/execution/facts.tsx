import type { ExecutionView } from '@berth/dto';
import Link from 'next/link';
import { paths } from '../lib/paths.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { CopyableId } from '../ui/id.tsx';
import { Labels } from '../ui/labels.tsx';
import { Panel } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { outcomeStatus, stateStatus } from './status.ts';

/** State, labels, times and ids. */
export function ExecutionFacts({ execution }: { execution: ExecutionView }) {
  const { workspaceId, jobId, workflowRunId, workflowRunAttemptId, projectId, labels } = execution;
  return (
    <Panel title="Facts">
      <Facts>
        <Fact name="State">{stateStatus[execution.state].word}</Fact>
        {execution.outcome && <Fact name="Outcome">{outcomeStatus[execution.outcome].word}</Fact>}
        {execution.reportedOutcome && (
          <Fact name="Runner reported">{outcomeStatus[execution.reportedOutcome].word}</Fact>
        )}
        {execution.terminatedAs && <Fact name="Orchestrator said">{outcomeStatus[execution.terminatedAs].word}</Fact>}
        <Fact name="Labels">{labels ? <Labels labels={labels} /> : 'None: it was ended before it was queued'}</Fact>
        <Fact name="Priority">{execution.priority}</Fact>
        <Fact name="Queued">{execution.queuedAt ? <RelativeTime at={execution.queuedAt} /> : 'Never'}</Fact>
        <Fact name="Recorded">
          <RelativeTime at={execution.recordedAt} />
        </Fact>
        {execution.finishedAt && (
          <Fact name="Finished">
            <RelativeTime at={execution.finishedAt} />
          </Fact>
        )}
        <Fact name="Workspace">
          <CopyableId value={workspaceId} what="workspace id" />{' '}
          <Link href={paths.executions({ workspace: workspaceId })}>its executions</Link>
        </Fact>
        {projectId && (
          <Fact name="Project">
            <CopyableId value={projectId} what="project id" />{' '}
            <Link href={paths.executions({ project: projectId })}>its executions</Link>
          </Fact>
        )}
        {workflowRunId && (
          <Fact name="Run">
            <CopyableId value={workflowRunId} what="run id" />{' '}
            <Link href={paths.executions({ run: workflowRunId })}>its executions</Link>
          </Fact>
        )}
        {workflowRunAttemptId && (
          <Fact name="Run attempt">
            <CopyableId value={workflowRunAttemptId} what="run attempt id" />
          </Fact>
        )}
        {jobId && (
          <Fact name="Job">
            <CopyableId value={jobId} what="job id" />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
