import { countMatchingSessions, eventsOfSubject, findExecution } from '@berth/db';
import type { ExecutionDetail, ExecutionKey } from '@berth/dto';
import { type OperatorActor, requireWorkspace, type ServiceActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { toEventView } from '../event/view.ts';
import { liveSessionSeconds } from '../overview/live.ts';
import { DomainError } from '../refusal.ts';
import { toExecutionView } from './view.ts';

/** More transitions than any one execution makes: a claim, a beat and an end for each of its starts. */
const historyMax = 200;

/**
 * One execution with its history, and, while it is queued, how many live sessions could run it.
 *
 * @throws DomainError `forbidden`, `execution_not_found`.
 */
export async function getExecution(
  deps: Deps,
  actor: OperatorActor | ServiceActor,
  { workspaceId, executionId }: ExecutionKey,
): Promise<ExecutionDetail> {
  requireWorkspace(actor, workspaceId);
  const { sql } = deps.database;
  const row = await findExecution(sql, deps.limits, workspaceId, executionId);
  if (!row) throw new DomainError('execution_not_found', 'no such execution in this workspace');
  const execution = toExecutionView(row);
  const waits = execution.state === 'queued' && execution.labels !== null;
  return {
    execution,
    matchingSessions: waits
      ? await countMatchingSessions(sql, workspaceId, execution.labels ?? [], liveSessionSeconds)
      : null,
    events: (await eventsOfSubject(sql, workspaceId, executionId, historyMax)).map(toEventView),
  };
}
