import { ReportedOutcome, TerminalStatus } from '@berth/dto';
import { describe, expect, test } from 'vitest';
import { type CompletionFacts, decideCompletion } from '../../src/lease/complete.rules.ts';

const caller = { sessionId: 'a', fence: 7 };
const others = [null, { sessionId: 'b', fence: 7 }, { sessionId: 'a', fence: 6 }, { sessionId: 'a', fence: 8 }];
const open: CompletionFacts = { holder: null, finisher: null, outcome: null, reported: null, terminatedAs: null };

describe('decideCompletion, over every combination', () => {
  for (const report of ReportedOutcome.options) {
    test(`the holder finishes with its report: ${report}`, () => {
      expect(decideCompletion({ ...open, holder: caller }, caller, report)).toEqual({
        verdict: 'finish',
        outcome: report,
      });
    });

    for (const terminatedAs of TerminalStatus.options)
      test(`the terminal word ${terminatedAs} wins over the report ${report}`, () => {
        const facts = { ...open, holder: caller, terminatedAs };
        expect(decideCompletion(facts, caller, report)).toEqual({ verdict: 'finish', outcome: terminatedAs });
      });

    for (const reported of ReportedOutcome.options)
      test(`the finisher that reported ${reported} and says ${report}`, () => {
        const facts: CompletionFacts = { ...open, finisher: caller, outcome: 'failed', reported };
        const expected = report === reported ? { verdict: 'repeat', outcome: 'failed' } : { verdict: 'conflict' };
        expect(decideCompletion(facts, caller, report)).toEqual(expected);
      });

    for (const holder of others)
      for (const finisher of others)
        test(`held by ${JSON.stringify(holder)}, finished by ${JSON.stringify(finisher)}: ${report} has lost the lease`, () => {
          const facts: CompletionFacts = {
            ...open,
            holder,
            finisher,
            outcome: finisher ? report : null,
            reported: report,
          };
          expect(decideCompletion(facts, caller, report)).toEqual({ verdict: 'lease_lost' });
        });
  }
});
