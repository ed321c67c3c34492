import { Button } from '@mantine/core';
import { formatCount } from '../lib/count.ts';
import styles from './list-pager.module.css';
import { pageBeforeOf, rememberPage } from './page-trail.ts';

type Props = {
  page: string | null;
  nextPage: string | null;
  /** How many are shown, once they were read. */
  rows?: number;
  onPage: (page: string | null) => void;
};

/** Turns pages by their keys: rows that arrive meanwhile neither repeat nor hide any. */
export function ListPager({ page, nextPage, rows, onPage }: Props) {
  const toNext = (next: string) => {
    rememberPage(next, page);
    onPage(next);
  };
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.count}>
        {rows !== undefined && `${formatCount(rows)} on this page${nextPage === null ? ', the oldest' : ''}`}
      </span>
      <Button variant="default" disabled={page === null} onClick={() => onPage(null)}>
        Newest
      </Button>
      <Button variant="default" disabled={page === null} onClick={() => page && onPage(pageBeforeOf(page) ?? null)}>
        Previous
      </Button>
      <Button variant="default" disabled={nextPage === null} onClick={() => nextPage && toNext(nextPage)}>
        Next
      </Button>
    </nav>
  );
}
