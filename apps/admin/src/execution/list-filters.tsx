'use client';

import { ExecutionState, Outcome } from '@berth/dto';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { ChoiceFilter } from './choice-filter.tsx';
import { IdFilter } from './id-filter.tsx';
import { LabelsFilter } from './labels-filter.tsx';
import styles from './list-filters.module.css';
import { countFilters, type ExecutionSearch } from './search.ts';
import { outcomeStatus, stateStatus } from './status.ts';
import { WorkspaceFilter } from './workspace-filter.tsx';

type Filter = Partial<Omit<ExecutionSearch, 'page'>>;
type Props = { search: ExecutionSearch; onChange: (filter: Filter) => void; onClear: () => void };

const states = ExecutionState.options.map((value) => ({ value, word: stateStatus[value].word }));
const outcomes = Outcome.options.map((value) => ({ value, word: outcomeStatus[value].word }));

/** The filters of the list; on small screens folded behind a button. */
export function ListFilters({ search, onChange, onClear }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  const set = countFilters(search);
  return (
    <search aria-label="Filters">
      <Button
        className={styles.toggle}
        variant="default"
        fullWidth
        aria-expanded={opened}
        aria-controls={id}
        onClick={toggle}
      >
        Filters{set > 0 && ` (${set} set)`}
      </Button>
      <div id={id} className={styles.fields} data-opened={opened}>
        <ChoiceFilter label="State" choices={states} value={search.state} onChange={(state) => onChange({ state })} />
        <ChoiceFilter
          label="Outcome"
          choices={outcomes}
          value={search.outcome}
          onChange={(outcome) => onChange({ outcome })}
        />
        <LabelsFilter value={search.labels} onChange={(labels) => onChange({ labels })} />
        <IdFilter label="Run" value={search.run} onChange={(run) => onChange({ run })} />
        <IdFilter label="Project" value={search.project} onChange={(project) => onChange({ project })} />
        <IdFilter label="Runner session" value={search.session} onChange={(session) => onChange({ session })} />
        <WorkspaceFilter value={search.workspace} onChange={(workspace) => onChange({ workspace })} />
        <Button className={styles.clear} variant="subtle" color="gray" disabled={set === 0} onClick={onClear}>
          Clear
        </Button>
      </div>
    </search>
  );
}
