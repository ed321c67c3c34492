import styles from './labels.module.css';

/** A label set in its canonical order. */
export function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <ul className={styles.labels}>
      {labels.map((label) => (
        <li key={label} className={styles.label}>
          {label}
        </li>
      ))}
    </ul>
  );
}
