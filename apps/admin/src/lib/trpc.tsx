'use client';

import type { AppRouter } from '@berth/api/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from './query-client.ts';

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

/** Gives the pages the api. One request per call, so that one slow answer holds up nothing else. */
export function ApiProvider({ onSignedOut, children }: { onSignedOut: () => void; children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(onSignedOut));
  const [trpcClient] = useState(() => createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc' })] }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
