'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { paths } from '../lib/paths.ts';
import styles from './main-nav.module.css';

const pages = [
  { path: paths.overview, word: 'Overview' },
  { path: paths.executions(), word: 'Executions' },
];

const isWithin = (pathname: string, path: string) =>
  pathname === path || (path !== paths.overview && pathname.startsWith(`${path}/`));

export function MainNav() {
  const pathname = usePathname();
  return (
    <nav className={styles.nav} aria-label="Main">
      <span className={styles.brand}>Berth</span>
      {pages.map(({ path, word }) => (
        <Link
          key={path}
          href={path}
          className={styles.link}
          aria-current={isWithin(pathname, path) ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
