import { randomUUID } from 'node:crypto';
import { apply, emptyState } from './apply.rules.ts';
import { openJournal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JobRun, Run } from './state.ts';

export type Store = {
  readonly orchestratorId: string;
  runs(): Run[];
  run(runId: string): Run | undefined;
  /** Whose execution this is; undefined for one of somebody else. */
  byExecution(executionId: string): { run: Run; job: JobRun } | undefined;
  /** Writes a fact to disk first, then lets it count, then tells the listeners. */
  record(entry: JournalEntry): void;
  onRecord(listener: () => void): void;
  close(): void;
};

/** The state of the orchestrator: what its journal adds up to. */
export function openStore(file: string): Store {
  const state = emptyState();
  const listeners: (() => void)[] = [];
  const journal = openJournal(file, (entry) => apply(state, entry));
  const record = (entry: JournalEntry) => {
    journal.append(entry);
    apply(state, entry);
    for (const listener of listeners) listener();
  };
  const orchestratorId = state.orchestratorId ?? randomUUID();
  if (state.orchestratorId === null) record({ type: 'orchestrator_created', id: orchestratorId });
  return {
    orchestratorId,
    runs: () => [...state.runs.values()],
    run: (runId) => state.runs.get(runId),
    byExecution: (executionId) => state.byExecution.get(executionId),
    record,
    onRecord: (listener) => listeners.push(listener),
    close: () => journal.close(),
  };
}
