import { TerminalStatus } from '@berth/dto';
import { describe, expect, test } from 'vitest';
import { type DueLease, decideEnding } from '../../src/lease/expire.rules.ts';

const booleans = [true, false];
const all: DueLease[] = booleans.flatMap((started) =>
  booleans.flatMap((cancelRequested) =>
    booleans.flatMap((pastGrace) =>
      [null, ...TerminalStatus.options].flatMap((terminatedAs) =>
        [1, 2, 3].map((starts) => ({ started, cancelRequested, pastGrace, terminatedAs, starts, maxStarts: 3 })),
      ),
    ),
  ),
);

describe('decideEnding, over every combination', () => {
  test.for(all.filter((lease) => lease.terminatedAs !== null))('the terminal word is the outcome: %o', (lease) => {
    expect(decideEnding(lease)).toEqual({ ending: 'finished', outcome: lease.terminatedAs });
  });

  const unterminated = all.filter((lease) => lease.terminatedAs === null);
  test.for(unterminated.filter((lease) => lease.pastGrace))('past the grace it is cancelled: %o', (lease) => {
    expect(decideEnding(lease)).toEqual({ ending: 'finished', outcome: 'cancelled' });
  });

  const stale = unterminated.filter((lease) => !lease.pastGrace);
  const mayStartAgain = (lease: DueLease) => !lease.started && !lease.cancelRequested && lease.starts < 3;
  test.for(stale.filter(mayStartAgain))(
    'never started, starts left, nobody wants it gone: back to the queue: %o',
    (lease) => {
      expect(decideEnding(lease)).toEqual({ ending: 'requeue', startsLeft: 3 - lease.starts });
    },
  );

  test.for(stale.filter((lease) => !mayStartAgain(lease)))('else it is lost: %o', (lease) => {
    expect(decideEnding(lease)).toEqual({ ending: 'lease_expired', outcome: 'lost' });
  });
});
