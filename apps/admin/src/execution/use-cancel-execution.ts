import type { CancelResult } from '@berth/dto';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../lib/trpc.tsx';
import { shortId } from '../lib/uuid.ts';

const outcomes: Record<CancelResult['result'], { color: string; title: string; message: string }> = {
  finished: { color: 'green', title: 'Cancelled', message: 'It was queued and has ended.' },
  requested: { color: 'green', title: 'Cancel requested', message: 'Its runner is told to stop with its next beat.' },
  unchanged: {
    color: 'yellow',
    title: 'Nothing changed',
    message: 'It had finished, or its runner had been told before.',
  },
};

/** Cancels, says what came of it, and has everything read again that may show it. */
export function useCancelExecution(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.operator.executions.cancel.mutationOptions({
      onSuccess: ({ executionId, result }) => {
        const { color, title, message } = outcomes[result];
        notifications.show({ color, title, message: `…${shortId(executionId)}: ${message}` });
        void queryClient.invalidateQueries(trpc.operator.pathFilter());
        onDone();
      },
    }),
  );
}
