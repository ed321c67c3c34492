import { useQueryClient } from '@tanstack/react-query';
import { refusalOf } from '../lib/refusal.ts';
import { useTRPC } from '../lib/trpc.tsx';
import { uuidsIn } from '../lib/uuid.ts';

/** In how many workspaces an id is looked for: each is one question to the api. */
const workspacesMax = 50;

export type Found = { workspaceId: string; executionId: string };
/** `id` is what was looked for and may be the id of something else. */
export type Miss = { message: string; id?: string };

/** Finds the workspace of an execution. A text with two ids names it already, as the address of an execution does. */
export function useFindExecution(): (text: string) => Promise<Found | Miss> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();

  const lookInto = async (key: Found): Promise<Found> => {
    await queryClient.fetchQuery(trpc.operator.executions.get.queryOptions(key));
    return key;
  };
  return async (text) => {
    const [first, second] = uuidsIn(text);
    if (!first)
      return { message: 'This is not an id: an execution id looks like 0197c0de-0000-7000-8000-000000000000.' };
    if (second) return { workspaceId: first, executionId: second };
    try {
      const workspaces = await queryClient.fetchQuery(trpc.operator.workspaces.list.queryOptions());
      if (workspaces.length > workspacesMax)
        return {
          message: `There are ${workspaces.length} workspaces to look in: put the workspace id before the execution id.`,
        };
      return await Promise.any(workspaces.map(({ workspaceId }) => lookInto({ workspaceId, executionId: first })));
    } catch (error) {
      return missOf(error, first);
    }
  };
}

function missOf(error: unknown, id: string): Miss {
  const refusals = (error instanceof AggregateError ? error.errors : [error]).map(refusalOf);
  const trouble = refusals.find(({ reason }) => reason !== 'execution_not_found');
  return trouble ? { message: trouble.message } : { message: 'No execution has this id.', id };
}
