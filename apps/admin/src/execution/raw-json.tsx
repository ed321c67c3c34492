import { CopyButton } from '../ui/copy-button.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
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
        <ScrollRegion label="Raw JSON">
          <pre className={styles.text}>{text}</pre>
        </ScrollRegion>
      </div>
    </details>
  );
}
