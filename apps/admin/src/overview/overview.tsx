import { FinishedToday } from './finished-today.tsx';
import { LiveSessions } from './live-sessions.tsx';
import { Loops } from './loops.tsx';
import { OldestWaiting } from './oldest-waiting.tsx';
import styles from './overview.module.css';
import { Queued } from './queued.tsx';
import { Running } from './running.tsx';

/** Is it healthy? */
export function Overview() {
  return (
    <>
      <h1 className={styles.title}>Overview</h1>
      <div className={styles.cards}>
        <Queued />
        <OldestWaiting />
        <Running />
        <LiveSessions />
        <FinishedToday />
      </div>
      <Loops />
    </>
  );
}
