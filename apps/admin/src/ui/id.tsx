import { shortId } from '../lib/uuid.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './id.module.css';

/** An id in full, whose beginning gives way on narrow screens; its end is what tells ids apart. */
export function Id({ value }: { value: string }) {
  return (
    <span className={styles.id} title={value}>
      <span className={styles.start}>{value.slice(0, -shortId(value).length)}</span>
      {shortId(value)}
    </span>
  );
}

/** The end of an id, for columns that cannot hold more; the title has all of it. */
export function ShortId({ value }: { value: string }) {
  return (
    <span className={styles.id} title={value}>
      …{shortId(value)}
    </span>
  );
}

/** An id in full, to be copied. */
export function CopyableId({ value, what }: { value: string; what: string }) {
  return (
    <span className={styles.copyable}>
      <span className={styles.whole}>{value}</span>
      <CopyButton value={value} what={what} />
    </span>
  );
}
