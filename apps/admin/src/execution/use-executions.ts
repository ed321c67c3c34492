import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pollMs, transitionPollMs } from '../lib/polling.ts';
import { useTRPC } from '../lib/trpc.tsx';
import { type ExecutionSearch, listInput } from './search.ts';
import { isInTransition } from './status.ts';

/** One page of executions, kept up while it is looked at. The rows of the page before stay until the new ones are there. */
export function useExecutions(search: ExecutionSearch) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.operator.executions.list.queryOptions(listInput(search)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isInTransition) ? transitionPollMs : pollMs),
  });
}
