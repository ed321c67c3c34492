import type { Metadata } from 'next';
import { ExecutionPage } from '../../../../../execution/page.tsx';
import { shortId } from '../../../../../lib/uuid.ts';

type Props = { params: Promise<{ workspaceId: string; executionId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { executionId } = await params;
  return { title: `Execution ${shortId(executionId)}` };
}

export default async function ExecutionRoute({ params }: Props) {
  return <ExecutionPage {...(await params)} />;
}
