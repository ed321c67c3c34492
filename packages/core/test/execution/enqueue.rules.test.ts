import { ExecutionRequest } from '@berth/dto';
import { expect, test } from 'vitest';
import { difference, isTooOld, type Recorded } from '../../src/execution/enqueue.rules.ts';

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const now = Date.parse('2026-06-01T12:00:00.000Z');
const past = '2026-06-01T11:00:00.000Z';
const future = '2026-06-01T13:00:00.000Z';

const request = ExecutionRequest.parse({
  executionId: id(1),
  jobId: id(2),
  workflowRunId: id(3),
  workflowRunAttemptId: id(4),
  projectId: id(5),
  labels: ['linux'],
  queuedAt: past,
});

const recorded: Recorded = {
  tombstone: false,
  jobId: id(2),
  workflowRunId: id(3),
  workflowRunAttemptId: id(4),
  projectId: id(5),
  labels: ['linux'],
  priority: 0,
  maxStarts: 3,
  queueTimeoutSeconds: null,
  sentQueuedAtMs: Date.parse(past),
};

test('the same request does not differ', () => {
  expect(difference(recorded, request, now)).toBeUndefined();
});

test.for([
  ['jobId', { jobId: id(9) }],
  ['workflowRunId', { workflowRunId: id(9) }],
  ['workflowRunAttemptId', { workflowRunAttemptId: id(9) }],
  ['projectId', { projectId: id(9) }],
  ['labels', { labels: ['linux', 'x64'] }],
  ['priority', { priority: 1 }],
  ['maxStarts', { maxStarts: 1 }],
  ['queueTimeoutSeconds', { queueTimeoutSeconds: 60 }],
  ['queuedAt', { sentQueuedAtMs: Date.parse(past) - 1 }],
] as const)('a difference in %s is found', ([field, other]) => {
  expect(difference({ ...recorded, ...other }, request, now)).toBe(field);
});

test('a tombstone agrees with everything', () => {
  expect(difference({ ...recorded, tombstone: true, jobId: null, labels: null }, request, now)).toBeUndefined();
});

test('a queuedAt that is absent, lay in the future, or was not kept, never differs', () => {
  const { queuedAt: _, ...without } = request;
  expect(difference(recorded, without, now)).toBeUndefined();
  expect(difference(recorded, { ...request, queuedAt: future }, now)).toBeUndefined();
  expect(difference({ ...recorded, sentQueuedAtMs: null }, request, now)).toBeUndefined();
});

test('too old begins beyond 90 days', () => {
  const day = 86_400_000;
  expect(isTooOld(undefined, now)).toBe(false);
  expect(isTooOld(now - 90 * day, now)).toBe(false);
  expect(isTooOld(now - 90 * day - 1, now)).toBe(true);
});
