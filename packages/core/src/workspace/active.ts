import type { WorkspaceStatus } from '@berth/db';
import { DomainError } from '../refusal.ts';

/** @throws DomainError `workspace_inactive` for a suspended or deleted workspace. */
export function requireActive(status: WorkspaceStatus): void {
  if (status !== 'active') throw new DomainError('workspace_inactive', `the workspace is ${status}`);
}
