import { until } from '@berth/testing';
import { onTestFinished, vi } from 'vitest';
import type { RunningApi } from './api.ts';

/** Answers how to wait until a call of this api waits for a topic of its signals: it has looked and found nothing. */
export function watchWaits({ deps }: Pick<RunningApi, 'deps'>) {
  const next = vi.spyOn(deps.signals, 'next');
  onTestFinished(() => next.mockRestore());
  return (topic: `queue:${string}` | 'log') =>
    until(`a call to wait for ${topic}`, () => next.mock.calls.some(([waited]) => waited === topic));
}
