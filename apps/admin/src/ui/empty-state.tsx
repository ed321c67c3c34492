import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type Props = {
  title: string;
  /** `h1` where nothing else heads the page. */
  heading?: 'h1' | 'h2';
  children: ReactNode;
};

/** Nothing to show: says what would be here, and how to get it. */
export function EmptyState({ title, heading: Heading = 'h2', children }: Props) {
  return (
    <div className={styles.empty}>
      <Heading className={styles.title}>{title}</Heading>
      <div className={styles.body}>{children}</div>
    </div>
  );
}
