'use client';

import { formatCapped } from '../lib/count.ts';
import { paths } from '../lib/paths.ts';
import { Card } from './card.tsx';
import { Figure } from './figure.tsx';

export function Queued() {
  return (
    <Card title="Queued" select={(overview) => overview.queued}>
      {(queued) => (
        <Figure link={{ href: paths.executions({ state: 'queued' }), text: 'Queued executions' }}>
          {formatCapped(queued)}
        </Figure>
      )}
    </Card>
  );
}
