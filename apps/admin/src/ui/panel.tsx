import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** A part of a page under its own heading; `aside` stands at the heading's other end. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
