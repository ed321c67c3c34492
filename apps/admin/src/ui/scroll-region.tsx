import type { ReactNode } from 'react';
import styles from './scroll-region.module.css';

/** Content that scrolls inside the page, also by the keyboard. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.region} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
