import type { OverviewView } from '@berth/dto';
import { useQuery } from '@tanstack/react-query';
import { pollMs } from '../lib/polling.ts';
import { useTRPC } from '../lib/trpc.tsx';

/** One reading of the api serves every card; each takes its own part of it, and fails alone if that part is not there. */
export function useOverview<T>(select: (overview: OverviewView) => T) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.operator.overview.get.queryOptions({}), select, refetchInterval: pollMs });
}
