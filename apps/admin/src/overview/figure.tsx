import Link from 'next/link';
import type { ReactNode } from 'react';
import styles from './figure.module.css';

type Props = { children: ReactNode; link?: { href: string; text: string }; note?: ReactNode };

/** The one figure of a card, with what to know about it and where to look further. */
export function Figure({ children, link, note }: Props) {
  return (
    <div className={styles.figure}>
      <p className={styles.value}>{children}</p>
      {note && <p className={styles.note}>{note}</p>}
      {link && <Link href={link.href}>{link.text}</Link>}
    </div>
  );
}
