import {
  type CompletionFacts,
  completionFacts,
  deleteLease,
  finishRecords,
  inTransaction,
  lock,
  type Tx,
} from '@berth/db';
import type { CompleteInput, CompleteOutput, Outcome } from '@berth/dto';
import type { LeaseActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { appendFacts } from '../event/append.ts';
import { finishedFact } from '../execution/stop.ts';
import { DomainError } from '../refusal.ts';
import { decideCompletion, type CompletionFacts as Facts } from './complete.rules.ts';

/**
 * Ends the lease with the holder's report, now. Idempotent by session and fence: the same report again gets the same
 * answer.
 *
 * Locks: session → execution record → lease; decided from a fresh statement after them. Event: `runners.job.finished`.
 *
 * @returns the outcome on record: the orchestrator's terminal word wins over the report, which is kept beside it.
 * @throws DomainError `lease_lost` (not the holder, or an older fence), `conflict` (finished with another report).
 */
export async function completeExecution(deps: Deps, actor: LeaseActor, input: CompleteInput): Promise<CompleteOutput> {
  const outcome = await inTransaction(deps.database, (tx) => complete(tx, actor, input));
  deps.signals.raise('facts');
  // A slot of the session is free again: a waiting call of it may go on.
  deps.signals.raise(`queue:${actor.workspaceId}`);
  return { outcome };
}

async function complete(tx: Tx, actor: LeaseActor, { outcome: report }: CompleteInput): Promise<Outcome> {
  const { workspaceId, executionId, sessionId, fence } = actor;
  await lock(tx, 'session', { ids: [sessionId] });
  await lock(tx, 'execution', { workspaceId, ids: [executionId] });
  await lock(tx, 'lease', { workspaceId, ids: [executionId] });
  const row = await completionFacts(tx, workspaceId, executionId);
  if (!row) throw lost();

  const decision = decideCompletion(toFacts(row), { sessionId, fence }, report);
  if (decision.verdict === 'lease_lost') throw lost();
  if (decision.verdict === 'conflict')
    throw new DomainError('conflict', `the execution was completed before as ${row.reported_outcome}`);
  if (decision.verdict === 'repeat') return decision.outcome;

  const { outcome } = decision;
  await deleteLease(tx, workspaceId, executionId, fence);
  await finishRecords(tx, workspaceId, [
    { execution_id: executionId, outcome, reported_outcome: report, session_id: sessionId, fence },
  ]);
  await appendFacts(tx, [finishedFact(workspaceId, row, outcome, tx.now)]);
  return outcome;
}

function toFacts(row: CompletionFacts): Facts {
  return {
    holder: holderOf(row.lease_session_id, row.lease_fence),
    finisher: holderOf(row.finished_session_id, row.finished_fence),
    outcome: row.outcome,
    reported: row.reported_outcome,
    terminatedAs: row.terminated_as,
  };
}

const holderOf = (sessionId: string | null, fence: number | null) =>
  sessionId === null || fence === null ? null : { sessionId, fence };

const lost = () => new DomainError('lease_lost', 'the lease has ended or belongs to another session');
