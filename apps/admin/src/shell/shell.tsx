'use client';

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { type ReactNode, useRef } from 'react';
import { ExecutionJump } from '../execution/jump.tsx';
import { paths } from '../lib/paths.ts';
import { SignOutButton } from '../operator/sign-out-button.tsx';
import { WhoAmI } from '../operator/who-am-i.tsx';
import { ShortcutDialog } from '../shortcut/shortcut-dialog.tsx';
import { useShortcuts } from '../shortcut/use-shortcuts.ts';
import { ThemeMenu } from '../theme/theme-menu.tsx';
import { MainNav } from './main-nav.tsx';
import styles from './shell.module.css';

/** What stands around every page of a signed-in operator. */
export function Shell({ children }: { children: ReactNode }) {
  const router = useRouter();
  const jump = useRef<HTMLInputElement>(null);
  const [helpOpened, help] = useDisclosure(false);
  useShortcuts({
    '/': () => jump.current?.focus(),
    '?': help.open,
    'g o': () => router.push(paths.overview),
    'g e': () => router.push(paths.executions()),
  });
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.header}>
        <MainNav />
        <ExecutionJump inputRef={jump} />
        <div className={styles.operator}>
          <WhoAmI />
          <ThemeMenu />
          <Button variant="subtle" color="gray" aria-label="Keyboard shortcuts" onClick={help.open}>
            ?
          </Button>
          <SignOutButton />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <ShortcutDialog opened={helpOpened} onClose={help.close} />
    </div>
  );
}
