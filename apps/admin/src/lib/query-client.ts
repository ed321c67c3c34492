import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, isTransient } from './refusal.ts';

/** `onSignedOut` is called whenever the api says that the operator must sign in (again). */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        // A browser that believes to be offline would pause without a word: let it fail, so that the page says so.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
