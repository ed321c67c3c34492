import { Button } from '@mantine/core';
import { Command } from '../ui/command.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type Props = { filtered: boolean; laterPage: boolean; onClear: () => void; onFirstPage: () => void };

export function ListEmpty({ filtered, laterPage, onClear, onFirstPage }: Props) {
  if (laterPage) {
    return (
      <EmptyState title="Nothing older">
        <p>This page has no execution any more.</p>
        <Button variant="default" onClick={onFirstPage}>
          Go to the newest
        </Button>
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState title="No execution matches these filters">
        <p>All filters must hold at once. Labels match executions that ask for all of them.</p>
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No execution yet">
      <p>
        An execution is one job that an orchestrator has queued for a runner. To see some, run the demo workflow in a
        second terminal:
      </p>
      <Command>npm run demo</Command>
    </EmptyState>
  );
}
