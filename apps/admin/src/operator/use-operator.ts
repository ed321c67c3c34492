import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../lib/trpc.tsx';

/** Who is signed in, in milliseconds until asked again: a role seldom changes, and the api checks it at every command. */
const freshMs = 60_000;

/** The operator who is signed in; the api's refusal leads to the sign-in page. */
export function useOperator() {
  const trpc = useTRPC();
  return useQuery({ ...trpc.operator.session.get.queryOptions(), staleTime: freshMs });
}
