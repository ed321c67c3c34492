import type { Outcome, ReportedOutcome, TerminalStatus } from '@berth/dto';

/** Who holds a lease, or who finished it. */
export type Holder = { sessionId: string; fence: number };

export type CompletionFacts = {
  holder: Holder | null;
  finisher: Holder | null;
  outcome: Outcome | null;
  reported: ReportedOutcome | null;
  terminatedAs: TerminalStatus | null;
};

export type CompletionVerdict =
  | { verdict: 'finish'; outcome: Outcome }
  | { verdict: 'repeat'; outcome: Outcome }
  | { verdict: 'conflict' }
  | { verdict: 'lease_lost' };

/**
 * What a completion does. The holder finishes, with the orchestrator's terminal word if there is one; the finisher's
 * same call again gets the same answer, with another report it conflicts; everybody else has lost the lease.
 */
export function decideCompletion(facts: CompletionFacts, caller: Holder, report: ReportedOutcome): CompletionVerdict {
  if (same(facts.holder, caller)) return { verdict: 'finish', outcome: facts.terminatedAs ?? report };
  if (!same(facts.finisher, caller) || facts.outcome === null) return { verdict: 'lease_lost' };
  return facts.reported === report ? { verdict: 'repeat', outcome: facts.outcome } : { verdict: 'conflict' };
}

function same(one: Holder | null, other: Holder): boolean {
  return one !== null && one.sessionId === other.sessionId && one.fence === other.fence;
}
