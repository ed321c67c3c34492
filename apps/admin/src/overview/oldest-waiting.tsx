'use client';

import { paths } from '../lib/paths.ts';
import { Age } from '../ui/relative-time.tsx';
import { Card } from './card.tsx';
import { Figure } from './figure.tsx';

export function OldestWaiting() {
  return (
    <Card title="Oldest waiting" select={(overview) => overview.oldestQueuedAt}>
      {(oldest) =>
        oldest === null ? (
          <Figure note="Nothing waits.">–</Figure>
        ) : (
          <Figure link={{ href: paths.executions({ state: 'queued' }), text: 'What waits' }}>
            <Age since={oldest} />
          </Figure>
        )
      }
    </Card>
  );
}
