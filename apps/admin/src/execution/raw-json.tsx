import { CopyButton } from '../ui/copy-button.tsx';
import styles from './raw-json.module.css';

/** The answer of the api as it came. */
export function RawJson({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <details className={styles.raw}>
      <summary className={styles.summary}>Raw JSON</summary>
      <div className={styles.body}>
        <div className={styles.copy}>
          <CopyButton value={text} what="JSON" />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <section className={styles.scroll} tabIndex={0} aria-label="Raw JSON">
          <pre className={styles.text}>{text}</pre>
        </section>
      </div>
    </details>
  );
}
