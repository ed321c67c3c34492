import type { ReactNode } from 'react';
import styles from './mark.module.css';

export type Shape = 'waiting' | 'playing' | 'check' | 'cross' | 'slash' | 'released' | 'hourglass' | 'warning';
export type Tone = 'dim' | 'accent' | 'good' | 'bad' | 'warn';

const drawings: Record<Shape, ReactNode> = {
  waiting: (
    <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="2.6 1.72" />
  ),
  playing: <path d="M4 2.5 13.5 8 4 13.5Z" fill="currentColor" />,
  check: <path d="m2.5 8.5 3.7 3.7 7.3-8" fill="none" stroke="currentColor" strokeWidth="2.4" />,
  cross: <path d="m3.5 3.5 9 9m0-9-9 9" fill="none" stroke="currentColor" strokeWidth="2.4" />,
  slash: (
    <path
      d="M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    />
  ),
  released: <path d="M8 2 14 8 8 14 2 8Z" fill="none" stroke="currentColor" strokeWidth="2" />,
  hourglass: <path d="M3 2.5h10L8 8l5 5.5H3L8 8Z" fill="currentColor" />,
  warning: <path d="M8 1.5 15 14H1ZM7.1 6v4h1.8V6Zm0 5v1.7h1.8V11Z" fill="currentColor" fillRule="evenodd" />,
};

/** A state: a shape of its own and a word, so that the colour only helps. */
export function Mark({ shape, tone, children }: { shape: Shape; tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.mark}>
      <svg className={styles.shape} data-tone={tone} viewBox="0 0 16 16" aria-hidden="true">
        {drawings[shape]}
      </svg>
      {children}
    </span>
  );
}
