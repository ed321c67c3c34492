'use client';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useCallback } from 'react';
import { paths } from '../lib/paths.ts';
import { ApiProvider } from '../lib/trpc.tsx';
import { cssVariablesResolver, theme } from '../theme/theme.ts';

export function Providers({ children }: { children: ReactNode }) {
  const router = useRouter();
  const askToSignIn = useCallback(() => {
    const { pathname, search } = window.location;
    if (pathname !== paths.signIn) router.replace(paths.signInFrom(pathname + search));
  }, [router]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariablesResolver}>
      <Notifications position="bottom-right" autoClose={8_000} />
      <NuqsAdapter>
        <ApiProvider onSignedOut={askToSignIn}>{children}</ApiProvider>
      </NuqsAdapter>
    </MantineProvider>
  );
}
