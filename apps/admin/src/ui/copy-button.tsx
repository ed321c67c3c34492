'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

const page = 'M5.5 3.5h7v9h-7z M3.5 5.5v7a2 2 0 0 0 2 2h5';
const tick = 'm3 8.5 3.4 3.4 6.6-7.4';

/** Copies a value; `what` names it, e.g. "execution id". A browser without a clipboard says so. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 1_500 });
  const outcome = error ? 'This browser does not allow copying here' : copied ? 'Copied' : undefined;
  return (
    <Tooltip label={outcome ?? `Copy ${what}`} opened={outcome ? true : undefined}>
      <ActionIcon aria-label={`Copy ${what}`} onClick={() => copy(value)}>
        <svg
          viewBox="0 0 16 16"
          width="14"
          height="14"
          fill="none"
          stroke="currentColor"
          strokeWidth={copied ? 2 : 1.3}
          aria-hidden="true"
        >
          <path d={copied ? tick : page} />
        </svg>
      </ActionIcon>
    </Tooltip>
  );
}
