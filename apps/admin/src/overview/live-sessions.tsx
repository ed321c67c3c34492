'use client';

import { formatCapped } from '../lib/count.ts';
import { Card } from './card.tsx';
import { Figure } from './figure.tsx';

export function LiveSessions() {
  return (
    <Card title="Live sessions" select={(overview) => overview.liveSessions}>
      {(sessions) => (
        <Figure
          note={
            sessions.count === 0
              ? 'No runner is in contact: nothing will be claimed.'
              : 'In contact within the last 90 s, or at work.'
          }
        >
          {formatCapped(sessions)}
        </Figure>
      )}
    </Card>
  );
}
