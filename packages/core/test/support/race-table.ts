import {
  cancelExecutions,
  claimExecutions,
  completeExecution,
  type Deps,
  drainSession,
  enqueueExecutions,
  expireInQueue,
  expireLeases,
  giveBackLeases,
  heartbeat,
  releaseExecutions,
  revokeSession,
  terminateExecutions,
} from '@berth/core';
import type { Database } from '@berth/db';
import { ClaimInput, EnqueueInput, StopSessionCommand, TerminateInput } from '@berth/dto';
import { type executions, inOpenTransaction, type sessions, type World } from '@berth/testing';

/** `record` is the record's row being written, not only locked: an insert of the same key waits for that. */
type Lock = 'session' | 'execution' | 'record' | 'queueEntry' | 'lease';

/** What two operations meet on: one execution, and a session that holds it, or could claim it. */
export type Scene = {
  world: World;
  item: ReturnType<typeof executions.request>;
  session: Awaited<ReturnType<typeof sessions.liveSession>>;
  leased?: Awaited<ReturnType<typeof executions.leased>>;
};

/**
 * An operation: the rows of the scene that it locks, and whether it waits for a row that is busy or skips it. One that
 * is a single statement has no transaction of its own to be held in.
 */
export type Contestant = {
  name: string;
  locks: readonly Lock[];
  busy: 'waits' | 'skips';
  single?: true;
  run(scene: Scene, deps: Deps): Promise<unknown>;
};

const ids = ({ world, item }: Scene) => ({
  workspaceId: world.workspaceId,
  executionIds: EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [item] }).executions.flatMap((one) =>
    one.ok ? [one.value.executionId] : [],
  ),
});

const holding = ({ leased }: Scene) => {
  if (!leased) throw new Error('nobody holds a lease in this scene');
  return leased;
};

const stopping = ({ world, session }: Scene) =>
  StopSessionCommand.parse({
    workspaceId: world.workspaceId,
    sessionId: session.actor.sessionId,
    reason: 'a race',
    idempotencyKey: world.newId(),
  });

const cancel: Contestant['run'] = (scene, deps) => cancelExecutions(deps, scene.world.service, ids(scene));
const release: Contestant['run'] = (scene, deps) => releaseExecutions(deps, scene.world.service, ids(scene));
const terminate: Contestant['run'] = ({ world, item }, deps) =>
  terminateExecutions(
    deps,
    world.service,
    TerminateInput.parse({
      workspaceId: world.workspaceId,
      executions: [{ executionId: item.executionId, status: 'failed' }],
    }),
  );
const replay: Contestant['run'] = ({ world, item }, deps) =>
  enqueueExecutions(deps, world.service, EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [item] }));
const claim: Contestant['run'] = ({ world, session }, deps) =>
  claimExecutions(deps, session.actor, ClaimInput.parse({ requestId: world.newId() }));

/** All that can happen to an execution that waits in the queue. */
export const onQueued: readonly Contestant[] = [
  { name: 'replay', locks: ['record'], busy: 'waits', run: replay },
  { name: 'claim', locks: ['session', 'queueEntry'], busy: 'skips', single: true, run: claim },
  { name: 'cancel', locks: ['execution', 'record', 'queueEntry'], busy: 'waits', run: cancel },
  { name: 'terminate', locks: ['execution', 'record', 'queueEntry'], busy: 'waits', run: terminate },
  { name: 'release', locks: ['execution', 'record', 'queueEntry'], busy: 'waits', run: release },
  {
    name: 'expire in queue',
    locks: ['execution', 'record', 'queueEntry'],
    busy: 'skips',
    run: (_, deps) => expireInQueue(deps, { entriesMax: 100 }),
  },
];

/** All that can happen to an execution that is leased, its first beat not accepted yet and overdue. */
export const onLeased: readonly Contestant[] = [
  { name: 'replay', locks: ['record'], busy: 'waits', run: replay },
  { name: 'claim', locks: ['session'], busy: 'skips', single: true, run: claim },
  {
    name: 'heartbeat',
    locks: ['lease'],
    busy: 'waits',
    single: true,
    run: (scene, deps) => heartbeat(deps, holding(scene).lease, {}),
  },
  {
    name: 'complete',
    locks: ['session', 'execution', 'record', 'lease'],
    busy: 'waits',
    run: (scene, deps) => completeExecution(deps, holding(scene).lease, { outcome: 'succeeded' }),
  },
  {
    name: 'give back',
    locks: ['session', 'execution', 'lease'],
    busy: 'waits',
    run: (scene, deps) => giveBackLeases(deps, scene.session.actor, [holding(scene).grant]),
  },
  { name: 'cancel', locks: ['execution', 'lease'], busy: 'waits', run: cancel },
  { name: 'terminate', locks: ['execution', 'record', 'lease'], busy: 'waits', run: terminate },
  { name: 'release', locks: ['session', 'execution', 'record', 'lease'], busy: 'waits', run: release },
  {
    name: 'expire',
    locks: ['session', 'execution', 'lease'],
    busy: 'skips',
    run: (_, deps) => expireLeases(deps, { leasesMax: 100, amnesty: false }),
  },
  {
    name: 'revoke session',
    locks: ['session'],
    busy: 'waits',
    run: (scene, deps) => revokeSession(deps, scene.world.operator, stopping(scene)),
  },
  {
    name: 'drain session',
    locks: ['session'],
    busy: 'waits',
    run: (scene, deps) => drainSession(deps, scene.world.operator, stopping(scene)),
  },
];

/** The rival stands and waits exactly when it waits at all and wants a row that the holder has; a replay has none. */
export const mustWait = (holder: Contestant, rival: Contestant): boolean =>
  holder.name !== 'replay' && rival.busy === 'waits' && rival.locks.some((lock) => holder.locks.includes(lock));

/** Runs the holder so that it stops short of its commit. */
export function runHeld(contestant: Contestant, scene: Scene, held: Database): Promise<unknown> {
  if (!contestant.single) return contestant.run(scene, scene.world.on(held));
  return inOpenTransaction(held, (database) => contestant.run(scene, scene.world.on(database)));
}
