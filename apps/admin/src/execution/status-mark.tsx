import type { ExecutionView } from '@berth/dto';
import { Mark } from '../ui/mark.tsx';
import { pendingNote, statusOf } from './status.ts';
import styles from './status-mark.module.css';

/** State or outcome of an execution, and what it waits for. */
export function StatusMark({ execution }: { execution: ExecutionView }) {
  const { shape, tone, word } = statusOf(execution);
  const note = pendingNote(execution);
  return (
    <>
      <Mark shape={shape} tone={tone}>
        {word}
      </Mark>
      {note && <span className={styles.note}> {note}</span>}
    </>
  );
}
