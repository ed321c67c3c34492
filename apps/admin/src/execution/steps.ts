import { type EventType, type EventView, type ExecutionDetail, eventData, type LeaseView } from '@berth/dto';
import type { Shape, Tone } from '../ui/mark.tsx';
import { outcomeStatus } from './status.ts';

/** One thing that happened to an execution. */
export type Step = { key: string; at: string; shape: Shape; tone: Tone; title: string; detail?: string };
type Told = Omit<Step, 'key' | 'at'>;

/** Its history in the order of time: the events, and the first beat, which only the lease knows. */
export function stepsOf({ events, execution }: ExecutionDetail): Step[] {
  const steps = events.map((event) => ({ key: event.id, at: event.time, ...tell(event) }));
  if (execution.lease?.firstHeartbeatAt) steps.push(firstBeat(execution.lease, execution.lease.firstHeartbeatAt));
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const firstBeat = (lease: LeaseView, at: string): Step => ({
  key: `first-beat-${lease.fence}`,
  at,
  shape: 'playing',
  tone: 'accent',
  title: 'First beat',
  detail: 'the runner lives, and its steps may start',
});

const tellers: Record<EventType, (data: unknown) => Told> = {
  'runners.job.queued': (data) => {
    const queued = eventData['runners.job.queued'].safeParse(data).data;
    return { shape: 'waiting', tone: 'dim', title: 'Queued', detail: queued && `asks for ${queued.labels.join(', ')}` };
  },
  'runners.job.claimed': (data) => {
    const claimed = eventData['runners.job.claimed'].safeParse(data).data;
    return {
      shape: 'released',
      tone: 'accent',
      title: 'Claimed',
      detail: claimed && `by session ${claimed.sessionId}, fence ${claimed.fence}`,
    };
  },
  'runners.job.requeued': (data) => {
    const requeued = eventData['runners.job.requeued'].safeParse(data).data;
    return {
      shape: 'waiting',
      tone: 'warn',
      title: 'Requeued',
      detail: requeued && `no first beat came; ${requeued.startsLeft} starts left`,
    };
  },
  'runners.job.cancel_requested': () => ({
    shape: 'slash',
    tone: 'warn',
    title: 'Cancel requested',
    detail: 'the runner is told with its next beat',
  }),
  'runners.job.finished': (data) => {
    const finished = eventData['runners.job.finished'].safeParse(data).data;
    if (!finished) return { shape: 'check', tone: 'dim', title: 'Finished' };
    const { shape, tone, word } = outcomeStatus[finished.outcome];
    return { shape, tone, title: 'Finished', detail: word.toLowerCase() };
  },
  'runners.job.lease_expired': () => ({
    shape: 'hourglass',
    tone: 'bad',
    title: 'Lease expired',
    detail: 'no beat came in time',
  }),
  'runners.admin.action': (data) => {
    const action = eventData['runners.admin.action'].safeParse(data).data;
    return {
      shape: 'released',
      tone: 'dim',
      title: action ? `Operator: ${action.action}` : 'An operator acted',
      detail: action && `${action.operator}: ${action.reason}`,
    };
  },
};

const tell = (event: EventView): Told => tellers[event.type](event.data);
