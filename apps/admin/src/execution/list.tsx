'use client';

import { Freshness } from '../ui/freshness.tsx';
import { QueryNotice } from '../ui/query-notice.tsx';
import styles from './list.module.css';
import { ListEmpty } from './list-empty.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListPager } from './list-pager.tsx';
import { ListTable } from './list-table.tsx';
import { countFilters, noSearch } from './search.ts';
import { useExecutionSearch } from './use-execution-search.ts';
import { useExecutions } from './use-executions.ts';

/** Queued, running and finished executions, newest first. */
export function ExecutionList() {
  const { search, setFilter, setPage } = useExecutionSearch();
  const query = useExecutions(search);
  const rows = query.data?.items;
  const clear = () => setFilter(noSearch);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>Executions</h1>
        <p className={styles.fresh}>
          <Freshness query={query} />
        </p>
      </div>
      <ListFilters search={search} onChange={setFilter} onClear={clear} />
      <QueryNotice query={query} what="executions" />
      {!rows && query.isPending && <p className={styles.fresh}>Reading…</p>}
      {rows?.length === 0 && (
        <ListEmpty
          filtered={countFilters(search) > 0}
          laterPage={search.page !== null}
          onClear={clear}
          onFirstPage={() => setPage(null)}
        />
      )}
      {rows && rows.length > 0 && <ListTable rows={rows} pending={query.isPlaceholderData} />}
      {(rows?.length || search.page) && (
        <ListPager
          page={search.page}
          nextPage={query.data?.nextPageToken ?? null}
          rows={rows?.length}
          onPage={setPage}
        />
      )}
    </div>
  );
}
