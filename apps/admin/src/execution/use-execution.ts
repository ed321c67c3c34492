import type { ExecutionDetail } from '@berth/dto';
import { useQuery } from '@tanstack/react-query';
import { pollMs, transitionPollMs } from '../lib/polling.ts';
import { useTRPC } from '../lib/trpc.tsx';
import { isInTransition } from './status.ts';

/** One execution, kept up until it has finished. */
export function useExecution(key: { workspaceId: string; executionId: string }) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.operator.executions.get.queryOptions(key),
    refetchInterval: ({ state }) => interval(state.data),
  });
}

function interval(detail: ExecutionDetail | undefined): number | false {
  if (!detail) return pollMs;
  if (detail.execution.state === 'finished') return false;
  return isInTransition(detail.execution) ? transitionPollMs : pollMs;
}
