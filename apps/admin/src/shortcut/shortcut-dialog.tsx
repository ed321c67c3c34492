'use client';

import { Kbd, Modal, Switch } from '@mantine/core';
import { useShortcutsEnabled } from './preference.ts';
import styles from './shortcut-dialog.module.css';

const shortcuts: { keys: string[]; does: string }[] = [
  { keys: ['/'], does: 'Jump to an execution by its id' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['g', 'o'], does: 'Go to the overview' },
  { keys: ['g', 'e'], does: 'Go to the executions' },
  { keys: ['?'], does: 'Show this list' },
];

export function ShortcutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [enabled, setEnabled] = useShortcutsEnabled();
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={styles.row}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Shortcuts are on"
        description="Switch them off if keys are pressed by accident, e.g. with speech input."
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
    </Modal>
  );
}
