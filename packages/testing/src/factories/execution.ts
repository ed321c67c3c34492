import {
  claimExecutions,
  completeExecution,
  enqueueExecutions,
  heartbeat,
  type LeaseActor,
  verifyLease,
} from '@berth/core';
import { EnqueueInput, type ExecutionId, type LeaseGrant } from '@berth/dto';
import type { z } from 'zod';
import type { World } from '../world.ts';
import { liveSession, type SessionFixture } from './session.ts';

type Item = z.input<typeof EnqueueInput>['executions'][number];
export type QueuedOptions = Partial<Item>;

/** A sound request with ids of its own. */
export function request(world: World, options: QueuedOptions = {}): Item {
  return {
    executionId: world.newId(),
    jobId: world.newId(),
    workflowRunId: world.newId(),
    workflowRunAttemptId: world.newId(),
    projectId: world.newId(),
    labels: ['linux'],
    ...options,
  };
}

/** An execution in the queue. */
export async function queued(world: World, options: QueuedOptions = {}): Promise<ExecutionId> {
  const input = EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [request(world, options)] });
  const [result] = await enqueueExecutions(world.deps, world.service, input);
  if (result?.status !== 'queued') throw new Error(`not queued: ${JSON.stringify(result)}`);
  return result.executionId;
}

export type LeasedFixture = { executionId: ExecutionId; session: SessionFixture; grant: LeaseGrant; lease: LeaseActor };

/** An execution that a session holds, without a beat yet; queued and claimed by the real operations. */
export async function leased(
  world: World,
  options: QueuedOptions & { session?: SessionFixture } = {},
): Promise<LeasedFixture> {
  const { session: given, ...rest } = options;
  // A label of its own keeps other executions of the workspace from being claimed in its place.
  const mark = `only-${world.newId()}`;
  const labels = [...(rest.labels ?? []), mark];
  const session = given ?? (await liveSession(world, { labels }));
  const executionId = await queued(world, given ? rest : { ...rest, labels });
  const { leases } = await claimExecutions(world.deps, session.actor, {
    requestId: world.newId(),
    waitSeconds: 0,
    maxLeases: 1,
  });
  const [grant] = leases;
  if (grant?.executionId !== executionId) throw new Error('the session did not get the execution');
  return { executionId, session, grant, lease: await leaseActor(world, grant) };
}

/** Leased, and its first beat accepted. */
export async function running(
  world: World,
  options: QueuedOptions & { session?: SessionFixture } = {},
): Promise<LeasedFixture> {
  const fixture = await leased(world, options);
  await heartbeat(world.deps, fixture.lease, {});
  return fixture;
}

/** Run to its end by its holder. */
export async function finished(world: World, options: QueuedOptions = {}): Promise<LeasedFixture> {
  const fixture = await running(world, options);
  await completeExecution(world.deps, fixture.lease, { outcome: 'succeeded' });
  return fixture;
}

export async function leaseActor(world: World, grant: LeaseGrant): Promise<LeaseActor> {
  const actor = await verifyLease(world.deps, 'lease', grant.leaseToken);
  if (!actor) throw new Error('the lease token is not valid');
  return actor;
}

/** Moves all times of a lease, its cancel's too, into the past, as if that long had gone by. */
export async function age(world: World, { executionId }: { executionId: ExecutionId }, seconds: number): Promise<void> {
  await world.database.sql`${older(world, seconds)} and execution_id = ${executionId}`;
}

/** The same for every lease of the workspace. */
export async function ageAll(world: World, seconds: number): Promise<void> {
  await older(world, seconds);
}

const older = ({ database, workspaceId }: World, seconds: number) => database.sql`
  update leases set
    started_at = started_at - make_interval(secs => ${seconds}::float8),
    first_heartbeat_at = first_heartbeat_at - make_interval(secs => ${seconds}::float8),
    last_heartbeat_at = last_heartbeat_at - make_interval(secs => ${seconds}::float8),
    cancellation_requested_at = cancellation_requested_at - make_interval(secs => ${seconds}::float8)
  where workspace_id = ${workspaceId}`;
