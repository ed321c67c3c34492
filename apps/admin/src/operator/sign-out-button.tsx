'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { paths } from '../lib/paths.ts';
import { isSignedOut, refusalOf } from '../lib/refusal.ts';
import { useTRPC } from '../lib/trpc.tsx';

export function SignOutButton() {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const signOut = useMutation(
    trpc.operator.session.delete.mutationOptions({
      onSuccess: () => {
        router.replace(paths.signIn);
        queryClient.clear();
      },
      onError: (error) => {
        // Had the sign-in ended by itself, everything leads to the sign-in page already.
        if (!isSignedOut(error))
          notifications.show({ color: 'red', title: 'Still signed in', message: refusalOf(error).message });
      },
    }),
  );
  return (
    <Button variant="subtle" color="gray" loading={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign out
    </Button>
  );
}
