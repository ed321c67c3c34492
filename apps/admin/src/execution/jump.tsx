'use client';

import { Kbd, Popover, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type FormEvent, type RefObject, useState } from 'react';
import { paths } from '../lib/paths.ts';
import styles from './jump.module.css';
import { JumpMiss } from './jump-miss.tsx';
import { type Miss, useFindExecution } from './use-find-execution.ts';

/** Leads to an execution by its id, in whatever workspace it is; a pasted address of one does as well. */
export function ExecutionJump({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const router = useRouter();
  const find = useFindExecution();
  const [text, setText] = useState('');
  const [looking, setLooking] = useState(false);
  const [miss, setMiss] = useState<Miss>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (looking || text.trim() === '') return;
    setLooking(true);
    const found = await find(text);
    setLooking(false);
    if ('message' in found) return setMiss(found);
    setText('');
    setMiss(undefined);
    inputRef.current?.blur();
    router.push(paths.execution(found));
  };
  const type = (typed: string) => {
    setText(typed);
    setMiss(undefined);
  };

  return (
    <search className={styles.jump}>
      <form onSubmit={submit}>
        <Popover
          opened={miss !== undefined}
          onDismiss={() => setMiss(undefined)}
          position="bottom-start"
          shadow="md"
          width={360}
          withRoles={false}
        >
          <Popover.Target>
            <TextInput
              ref={inputRef}
              value={text}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
              aria-label="Jump to an execution id"
              placeholder={looking ? 'Looking…' : 'Jump to an execution id'}
              rightSection={<Kbd size="xs">/</Kbd>}
              autoComplete="off"
              spellCheck={false}
            />
          </Popover.Target>
          <Popover.Dropdown>{miss && <JumpMiss miss={miss} onLeave={() => type('')} />}</Popover.Dropdown>
        </Popover>
      </form>
    </search>
  );
}
