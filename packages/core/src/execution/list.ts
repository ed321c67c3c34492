import { searchExecutions } from '@berth/db';
import type { ExecutionPage, ListExecutionsInput } from '@berth/dto';
import { type OperatorActor, scopeOf } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { fromPageToken, toPageToken } from './page.ts';
import { toExecutionView } from './view.ts';

/**
 * Executions of the workspaces that the operator may see, the newest record first, a page at a time.
 *
 * @throws DomainError `forbidden`, `invalid_input` for a page token of another filter.
 */
export async function listExecutions(
  deps: Deps,
  actor: OperatorActor,
  { pageSize, pageToken, ...filter }: ListExecutionsInput,
): Promise<ExecutionPage> {
  const { workspaceId, ...search } = filter;
  const rows = await searchExecutions(deps.database.sql, deps.limits, {
    ...search,
    scope: scopeOf(actor, workspaceId),
    after: pageToken === undefined ? undefined : fromPageToken(filter, pageToken),
    // One more than the page tells whether there is another.
    limit: pageSize + 1,
  });
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return {
    items: items.map(toExecutionView),
    nextPageToken: more ? toPageToken(filter, { recordedAt: last.recorded_at, executionId: last.execution_id }) : null,
  };
}
