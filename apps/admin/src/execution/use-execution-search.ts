import { useQueryStates } from 'nuqs';
import { type ExecutionSearch, executionSearchParsers } from './search.ts';

/** Filters and page of the list, held in the address. A new filter starts at the newest again: pages belong to a filter. */
export function useExecutionSearch() {
  const [search, setSearch] = useQueryStates(executionSearchParsers, { history: 'push' });
  const setFilter = (filter: Partial<Omit<ExecutionSearch, 'page'>>) => setSearch({ ...filter, page: null });
  const setPage = (page: string | null) => setSearch({ page });
  return { search, setFilter, setPage };
}
