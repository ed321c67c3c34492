export type {
  Actor,
  LeaseActor,
  OperatorActor,
  RegistrationActor,
  ServiceActor,
  SessionActor,
} from './actor.ts';
export { authenticateOperator, authenticateToken } from './credential/authenticate.ts';
export { issueCredential } from './credential/issue.ts';
export { deriveKeys } from './credential/keys.ts';
export { operatorTokenSeconds, signOperator, verifyLease, verifyOperator, verifySession } from './credential/signed.ts';
export type { Deps, SigningKeys } from './deps.ts';
export { sequenceEvents } from './event/sequence.ts';
export { acknowledgeEvents, openSubscriber, readEvents } from './event/subscribe.ts';
export { cancelExecutions, cancelJobs } from './execution/cancel.ts';
export { countExecutions } from './execution/counts.ts';
export { enqueueExecutions } from './execution/enqueue.ts';
export { expireInQueue } from './execution/expire-in-queue.ts';
export { getExecution } from './execution/get.ts';
export { listExecutions } from './execution/list.ts';
export { releaseExecutions } from './execution/release.ts';
export { terminateExecutions } from './execution/terminate.ts';
export { claimExecutions } from './lease/claim.ts';
export { completeExecution } from './lease/complete.ts';
export { expireLeases } from './lease/expire.ts';
export { giveBackLeases } from './lease/give-back.ts';
export { heartbeat } from './lease/heartbeat.ts';
export { introspectLease } from './lease/introspect.ts';
export { noteFailure, noteStart, noteSuccess } from './maintenance/notes.ts';
export { isReady } from './maintenance/ready.ts';
export type { Reconciler } from './maintenance/reconcilers.ts';
export * as reconcilers from './maintenance/reconcilers.ts';
export { cancelByOperator } from './operator/cancel.ts';
export { issueByOperator, listCredentials, revokeByOperator } from './operator/credentials.ts';
export { listPauses, pause, resume } from './operator/pause.ts';
export { drainSession, revokeSession } from './operator/stop-session.ts';
export { getDepths } from './overview/depths.ts';
export { getOverview } from './overview/get.ts';
export { DomainError, refusalFor } from './refusal.ts';
export { getCapabilities } from './session/capabilities.ts';
export { closeSession } from './session/close.ts';
export { registerSession } from './session/register.ts';
export { renewSession } from './session/renew.ts';
export { retainSessions } from './session/retain.ts';
export { createSignals, type Signals } from './signals.ts';
export { listWorkspaces } from './workspace/list.ts';
