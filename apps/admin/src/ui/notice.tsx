import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';
import styles from './notice.module.css';

type Props = { tone: 'bad' | 'warn'; title: string; action?: ReactNode; children?: ReactNode };

/** Something the operator must know now; announced to screen readers, `bad` at once. */
export function Notice({ tone, title, action, children }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className={styles.text}>
        <p className={styles.title}>
          <Mark shape="warning" tone={tone}>
            {title}
          </Mark>
        </p>
        {children && <div className={styles.body}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
