'use client';

import { Button } from '@mantine/core';
import { Notice } from '../../ui/notice.tsx';

/** A fault of the console itself; what the api refuses is shown where it was asked. */
export default function ConsoleError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <Notice tone="bad" title="This page broke" action={<Button onClick={reset}>Show it again</Button>}>
      {error.message}
    </Notice>
  );
}
