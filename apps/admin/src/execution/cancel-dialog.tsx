'use client';

import { CancelCommand, type ExecutionView } from '@berth/dto';
import { Button, Modal, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { refusalOf } from '../lib/refusal.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './cancel-dialog.module.css';
import { useCancelExecution } from './use-cancel-execution.ts';

type Props = { execution: ExecutionView; idempotencyKey: string; onClose: () => void };

const consequence: Record<ExecutionView['state'], string> = {
  queued: 'It is queued: it ends at once and no runner will get it.',
  running: 'It is running: its runner is told to stop with its next beat, and the lease ends after a time of grace.',
  finished: 'It has finished meanwhile: cancelling changes nothing.',
};

/** Asks for the reason, then cancels. */
export function CancelDialog({ execution, idempotencyKey, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const cancel = useCancelExecution(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = CancelCommand.shape.reason.safeParse(reason);
    setFault(parsed.error?.issues[0]?.message);
    if (parsed.success)
      cancel.mutate({
        workspaceId: execution.workspaceId,
        executionId: execution.executionId,
        reason: parsed.data,
        idempotencyKey,
      });
  };
  return (
    <Modal opened onClose={onClose} title="Cancel this execution?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={styles.form} noValidate>
        <p>{consequence[execution.state]}</p>
        <Textarea
          label="Reason"
          description="Kept with the execution, for whoever asks later."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={fault}
          errorProps={{ role: 'alert', className: styles.fault }}
          required
          rows={3}
          data-autofocus
        />
        {cancel.isError && (
          <Notice tone="bad" title="It was not cancelled">
            {refusalOf(cancel.error).message}
          </Notice>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" color="red" loading={cancel.isPending}>
            Cancel execution
          </Button>
        </div>
      </form>
    </Modal>
  );
}
