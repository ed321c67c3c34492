import type { CredentialId, ExecutionId, JobId, Role, SessionId, WorkspaceId } from '@berth/dto';
import { DomainError } from './refusal.ts';

/** Workspaces that a caller may act for; null means all. */
export type Grants = readonly WorkspaceId[] | null;

export type ServiceActor = { kind: 'service'; credentialId: CredentialId; name: string; workspaceIds: Grants };
export type OperatorActor = {
  kind: 'operator';
  credentialId: CredentialId;
  name: string;
  role: Role;
  workspaceIds: Grants;
};
export type RegistrationActor = { kind: 'registration'; credentialId: CredentialId; workspaceId: WorkspaceId };
export type SessionActor = { kind: 'session'; workspaceId: WorkspaceId; sessionId: SessionId };
export type LeaseActor = {
  kind: 'lease';
  workspaceId: WorkspaceId;
  sessionId: SessionId;
  executionId: ExecutionId;
  jobId: JobId;
  fence: number;
};

export type Actor = ServiceActor | OperatorActor | RegistrationActor | SessionActor | LeaseActor;

export function mayActFor(actor: { workspaceIds: Grants }, workspaceId: WorkspaceId): boolean {
  return actor.workspaceIds === null || actor.workspaceIds.includes(workspaceId);
}

/** @throws DomainError `forbidden`, in the same words whether the workspace exists or not. */
export function requireWorkspace(actor: { workspaceIds: Grants }, workspaceId: WorkspaceId): void {
  if (!mayActFor(actor, workspaceId))
    throw new DomainError('forbidden', 'this credential may not act for that workspace');
}

/** The workspaces to look at: the one asked for, or all that the caller may see. */
export function scopeOf(actor: { workspaceIds: Grants }, workspaceId: WorkspaceId | undefined): Grants {
  if (workspaceId === undefined) return actor.workspaceIds;
  requireWorkspace(actor, workspaceId);
  return [workspaceId];
}
