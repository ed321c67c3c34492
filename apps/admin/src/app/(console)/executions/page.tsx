import type { Metadata } from 'next';
import { ExecutionList } from '../../../execution/list.tsx';

export const metadata: Metadata = { title: 'Executions' };

export default function ExecutionsPage() {
  return <ExecutionList />;
}
