'use client';

import type { ExecutionView } from '@berth/dto';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { randomUuid } from '../lib/uuid.ts';
import { useOperator } from '../operator/use-operator.ts';
import styles from './cancel-button.module.css';
import { CancelDialog } from './cancel-dialog.tsx';
import { cancelHindrance } from './cancel-hindrance.ts';

/** Opens the dialog that cancels; where that cannot be, says why. */
export function CancelButton({ execution }: { execution: ExecutionView }) {
  const { data: operator } = useOperator();
  // One key per opened dialog: sending it twice is one command, opening it again is another.
  const [idempotencyKey, setIdempotencyKey] = useState<string>();
  const hindrance = cancelHindrance(execution, operator?.role);
  const why = useId();
  return (
    <div className={styles.cancel}>
      <Button
        variant="outline"
        color="red"
        disabled={hindrance !== undefined}
        aria-describedby={hindrance && why}
        onClick={() => setIdempotencyKey(randomUuid())}
      >
        Cancel execution
      </Button>
      {hindrance && (
        <p id={why} className={styles.why}>
          {hindrance}
        </p>
      )}
      {idempotencyKey && (
        <CancelDialog
          execution={execution}
          idempotencyKey={idempotencyKey}
          onClose={() => setIdempotencyKey(undefined)}
        />
      )}
    </div>
  );
}
