import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Nothing to show: says what would be here, and how to get it. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </div>
  );
}
