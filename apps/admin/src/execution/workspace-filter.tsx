'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../lib/trpc.tsx';
import { ChoiceFilter } from './choice-filter.tsx';

/** Workspaces come seldom: milliseconds until the list is read again. */
const freshMs = 60_000;

export function WorkspaceFilter({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (workspaceId: string | null) => void;
}) {
  const trpc = useTRPC();
  const { data: workspaces = [] } = useQuery({ ...trpc.operator.workspaces.list.queryOptions(), staleTime: freshMs });
  const listed = workspaces.map(({ workspaceId, status }) => ({
    value: String(workspaceId),
    word: status === 'active' ? workspaceId : `${workspaceId} (${status})`,
  }));
  // A workspace of the address that is not (yet) among those read must still be seen to be chosen.
  const unlisted = value && !listed.some((choice) => choice.value === value) ? [{ value, word: value }] : [];
  return <ChoiceFilter label="Workspace" choices={[...listed, ...unlisted]} value={value} onChange={onChange} />;
}
