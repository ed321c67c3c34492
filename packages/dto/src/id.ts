import { z } from 'zod';

/**
 * Ids are UUIDs of any version, compared in lower case. Execution, job, run, attempt and project ids come from the
 * orchestrator; time-ordered ones (UUIDv7) are recommended, since random ones scatter every index they stand in.
 */
const id = () => z.uuid().toLowerCase();

export const WorkspaceId = id().brand<'WorkspaceId'>();
export type WorkspaceId = z.infer<typeof WorkspaceId>;

export const ExecutionId = id().brand<'ExecutionId'>();
export type ExecutionId = z.infer<typeof ExecutionId>;

export const JobId = id().brand<'JobId'>();
export type JobId = z.infer<typeof JobId>;

export const WorkflowRunId = id().brand<'WorkflowRunId'>();
export type WorkflowRunId = z.infer<typeof WorkflowRunId>;

export const WorkflowRunAttemptId = id().brand<'WorkflowRunAttemptId'>();
export type WorkflowRunAttemptId = z.infer<typeof WorkflowRunAttemptId>;

export const ProjectId = id().brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;

export const SessionId = id().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

export const CredentialId = id().brand<'CredentialId'>();
export type CredentialId = z.infer<typeof CredentialId>;
