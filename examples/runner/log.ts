import type { RunnerEvent } from '@berth/client/runner';

/** One JSON line on stdout per fact. */
export type Log = (event: string, details?: Record<string, unknown>) => void;

export const log: Log = (event, details = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...details })}\n`);
};

/** The client's events, without the tokens that a lease carries. */
export function logEvent(event: RunnerEvent): void {
  const { type, ...details } = event;
  if (type === 'heartbeat_accepted') return;
  const shown = Object.entries(details).map(([key, value]) => [
    key,
    key === 'lease' ? undefined : value instanceof Error ? value.message : value,
  ]);
  log(type, { executionId: 'lease' in event ? event.lease.executionId : undefined, ...Object.fromEntries(shown) });
}
