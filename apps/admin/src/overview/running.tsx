'use client';

import { formatCapped } from '../lib/count.ts';
import { paths } from '../lib/paths.ts';
import { Card } from './card.tsx';
import { Figure } from './figure.tsx';

export function Running() {
  return (
    <Card title="Running" select={(overview) => overview.running}>
      {(running) => (
        <Figure link={{ href: paths.executions({ state: 'running' }), text: 'Running executions' }}>
          {formatCapped(running)}
        </Figure>
      )}
    </Card>
  );
}
