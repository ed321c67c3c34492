import type { Metadata } from 'next';
import { safeReturnPath } from '../../lib/paths.ts';
import { SignInForm } from '../../operator/sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ return?: string | string[] }> }) {
  const { return: wanted } = await searchParams;
  return <SignInForm returnPath={safeReturnPath(typeof wanted === 'string' ? wanted : null)} />;
}
