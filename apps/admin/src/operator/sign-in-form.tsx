'use client';

import { Button, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import { isSignedOut, refusalOf } from '../lib/refusal.ts';
import { useTRPC } from '../lib/trpc.tsx';
import { ThemeMenu } from '../theme/theme-menu.tsx';
import { Command } from '../ui/command.tsx';
import styles from './sign-in-form.module.css';
import { tokenFault } from './token-fault.ts';

/** Trades the operator credential for a cookie that scripts cannot read; the token itself is kept nowhere. */
export function SignInForm({ returnPath }: { returnPath: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const mounted = useMounted();

  const refuse = (message: string) => {
    setFault(message);
    field.current?.focus();
  };
  const signIn = useMutation(
    trpc.operator.session.create.mutationOptions({
      onSuccess: () => {
        // Whatever was read as somebody else.
        queryClient.clear();
        router.replace(returnPath);
      },
      onError: (error) => refuse(faultOf(error)),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const token = field.current?.value.trim() ?? '';
    const wrong = tokenFault(token);
    if (wrong) return refuse(wrong);
    setFault(undefined);
    signIn.mutate({ token });
  };

  return (
    <div className={styles.page}>
      <header className={styles.theme}>
        <ThemeMenu />
      </header>
      <main className={styles.main}>
        <h1 className={styles.title}>Sign in to Berth</h1>
        {/* A form sent before the script runs must not put the token into an address. */}
        <form method="post" onSubmit={submit} className={styles.form} noValidate>
          <TextInput
            ref={field}
            type="password"
            name="token"
            label="Operator credential"
            description="The token that starts with bth_op_"
            error={fault}
            errorProps={{ role: 'alert' }}
            autoComplete="current-password"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
            size="sm"
          />
          <Button type="submit" size="sm" loading={signIn.isPending || signIn.isSuccess} disabled={!mounted}>
            Sign in
          </Button>
        </form>
        <section className={styles.help} aria-label="Where the credential comes from">
          <p>
            <Command>npm start</Command> prints the operator credential of an installation on your machine.
          </p>
          <p>An administrator issues one for you with</p>
          <Command>node apps/api/src/cli.ts credential issue --kind operator --role operator --name you</Command>
        </section>
      </main>
    </div>
  );
}

function faultOf(error: unknown): string {
  const { reason, message } = refusalOf(error);
  if (reason === 'credential_expired') return 'This credential has expired. Ask for a new one.';
  if (reason === 'credential_revoked') return 'This credential was revoked. Ask for a new one.';
  return isSignedOut(error)
    ? 'Berth does not know this credential. Check that all of it was pasted, and that it is of this installation.'
    : message;
}
