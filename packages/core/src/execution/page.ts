import { createHash } from 'node:crypto';
import { ExecutionId } from '@berth/dto';
import { DomainError } from '../refusal.ts';

/** The last row of a page. `recordedAt` is the database's own text, with its microseconds. */
export type PageEnd = { recordedAt: string; executionId: string };

const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+\d\d$/;

/** Binds a page's end to the filter it was read with: going on under another filter would skip rows unseen. */
export function toPageToken(filter: unknown, { recordedAt, executionId }: PageEnd): string {
  return Buffer.from(`${recordedAt}|${executionId}|${digest(filter)}`).toString('base64url');
}

/** @throws DomainError `invalid_input` for a token that was not given for this filter. */
export function fromPageToken(filter: unknown, token: string): PageEnd {
  const [recordedAt = '', id = '', of = ''] = Buffer.from(token, 'base64url').toString('utf8').split('|');
  const executionId = ExecutionId.safeParse(id);
  if (!instant.test(recordedAt) || !executionId.success || of !== digest(filter))
    throw new DomainError('invalid_input', 'the page token does not belong to this filter', {
      issues: [{ path: 'pageToken', message: 'start again without a page token' }],
    });
  return { recordedAt, executionId: executionId.data };
}

function digest(filter: unknown): string {
  return createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 16);
}
