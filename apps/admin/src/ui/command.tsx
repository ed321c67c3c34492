import styles from './command.module.css';
import { CopyButton } from './copy-button.tsx';

/** A command to run in a shell. */
export function Command({ children }: { children: string }) {
  return (
    <span className={styles.command}>
      <code>{children}</code>
      <CopyButton value={children} what="command" />
    </span>
  );
}
