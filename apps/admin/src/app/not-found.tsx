import type { Metadata } from 'next';
import Link from 'next/link';
import { paths } from '../lib/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main>
      <EmptyState title="There is no such page" heading="h1">
        Go to the <Link href={paths.overview}>overview</Link> or the <Link href={paths.executions()}>executions</Link>.
      </EmptyState>
    </main>
  );
}
