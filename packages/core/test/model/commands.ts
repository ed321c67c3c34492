import {
  cancelExecutions,
  claimExecutions,
  closeSession,
  completeExecution,
  enqueueExecutions,
  expireLeases,
  heartbeat,
  releaseExecutions,
  terminateExecutions,
} from '@berth/core';
import { ClaimInput, EnqueueInput, ReportedOutcome } from '@berth/dto';
import { executions, sessions, type World } from '@berth/testing';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Model, type ModelExecution, type Real } from './model.ts';

type Step = fc.AsyncCommand<Model, Real>;

/** A command that is a sentence to print and a thing to do; picks that find nothing do nothing. */
const command = (text: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  run,
  toString: () => text,
});

const pick = <T>(from: readonly T[], index: number): T | undefined =>
  from.length ? from[index % from.length] : undefined;
const labelSets = [['linux'], ['linux', 'x64'], ['gpu', 'linux'], ['windows']];
const offers = [['linux'], ['linux', 'x64'], ['gpu', 'linux', 'x64'], ['windows'], ['linux', 'windows']];
const index = fc.nat({ max: 50 });
const report = fc.constantFrom(...ReportedOutcome.options);
const minute = 60_000;
/** Never a whole fraction of a limit: the milliseconds of the run itself must not decide. */
const stepSeconds = 31;

const ids = ({ world }: Real, execution: ModelExecution) => ({
  workspaceId: world.workspaceId,
  executionIds: [execution.id],
});

const enqueue = fc
  .record({
    set: fc.nat({ max: 3 }),
    priority: fc.integer({ min: 0, max: 1 }),
    minutes: fc.nat({ max: 3 }),
    maxStarts: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ set, priority, minutes, maxStarts }) =>
    command(
      `enqueue(${labelSets[set]}, priority ${priority}, ${minutes} min ago, ${maxStarts} starts)`,
      async (model, real) => {
        const labels = labelSets[set] ?? [];
        const queuedAt = new Date(real.startedAt - (minutes + 1) * minute).toISOString();
        const request = executions.request(real.world, { labels, priority, queuedAt, maxStarts });
        const id = await executions.queued(real.world, request);
        const queue = { labels, priority, queuedAt, order: model.executions.length, maxStarts, starts: 0 };
        const end = { terminatedAs: null, outcome: null, finishedBy: null };
        model.executions.push({ id, request, ...queue, lease: null, ...end, events: ['queued'] });
      },
    ),
  );

const replay = index.map((at) =>
  command(`replay(${at})`, async (model, { world }) => {
    const execution = pick(model.executions, at);
    if (!execution) return;
    const input = EnqueueInput.parse({ workspaceId: world.workspaceId, executions: [execution.request] });
    expect(await enqueueExecutions(world.deps, world.service, input)).toMatchObject([{ status: 'replayed' }]);
  }),
);

const register = fc
  .record({ offer: fc.nat({ max: 4 }), maxConcurrent: fc.option(fc.integer({ min: 1, max: 2 })) })
  .map(({ offer, maxConcurrent }) =>
    command(`register(${offers[offer]}, at most ${maxConcurrent})`, (model, { world }) =>
      addSession(model, world, offers[offer] ?? [], maxConcurrent),
    ),
  );

async function addSession(model: Model, world: World, labels: readonly string[], maxConcurrent: number | null) {
  const limit = maxConcurrent === null ? {} : { maxConcurrent };
  const { actor } = await sessions.liveSession(world, { labels: [...labels], ...limit });
  model.sessions.push({ actor, labels, maxConcurrent, open: true });
}

/** A world with two sessions, so that most runs hand something out. */
export async function begin(world: World): Promise<Model> {
  const model = new Model();
  await addSession(model, world, ['gpu', 'linux', 'x64'], null);
  await addSession(model, world, ['linux', 'windows'], 1);
  return model;
}

const claim = fc.record({ at: index, max: fc.integer({ min: 1, max: 3 }) }).map(({ at, max }) =>
  command(`claim(session ${at}, ${max})`, async (model, { world }) => {
    const session = pick(model.sessions, at);
    if (!session) return;
    const claiming = claimExecutions(
      world.deps,
      session.actor,
      ClaimInput.parse({ requestId: world.newId(), maxLeases: max }),
    );
    if (!session.open) {
      await expect(claiming).rejects.toMatchObject({ reason: 'session_revoked' });
      return;
    }
    const expected = model.claimable(session, max);
    const { leases } = await claiming;
    expect(leases.map((lease) => lease.executionId)).toEqual(expected.map((execution) => execution.id));
    for (const [n, execution] of expected.entries()) {
      const grant = leases[n];
      if (!grant) throw new Error('a grant is missing');
      execution.lease = {
        actor: await executions.leaseActor(world, grant),
        started: false,
        sinceStart: 0,
        sinceBeat: 0,
        sinceCancel: null,
      };
      execution.starts++;
      execution.events.push('claimed');
      model.leases.push({ execution, lease: execution.lease });
    }
  }),
);

const beat = index.map((at) =>
  command(`heartbeat(lease ${at})`, async (model, { world }) => {
    const held = pick(model.leases, at);
    if (!held) return;
    const beating = heartbeat(world.deps, held.lease.actor, {});
    if (held.execution.lease !== held.lease) {
      await expect(beating).rejects.toMatchObject({ reason: 'lease_lost' });
      return;
    }
    expect(await beating).toMatchObject({ cancel: held.lease.sinceCancel !== null });
    Object.assign(held.lease, { started: true, sinceBeat: 0 });
  }),
);

const complete = fc.record({ at: index, outcome: report }).map(({ at, outcome }) =>
  command(`complete(lease ${at}, ${outcome})`, async (model, { world }) => {
    const held = pick(model.leases, at);
    if (!held) return;
    const { execution, lease } = held;
    const completing = completeExecution(world.deps, lease.actor, { outcome });
    if (execution.lease === lease) {
      const final = execution.terminatedAs ?? outcome;
      expect(await completing).toEqual({ outcome: final });
      execution.finishedBy = { fence: lease.actor.fence, report: outcome };
      model.finish(execution, final);
    } else if (execution.finishedBy?.fence !== lease.actor.fence)
      await expect(completing).rejects.toMatchObject({ reason: 'lease_lost' });
    else if (execution.finishedBy.report === outcome) expect(await completing).toEqual({ outcome: execution.outcome });
    else await expect(completing).rejects.toMatchObject({ reason: 'conflict' });
  }),
);

const cancel = index.map((at) =>
  command(`cancel(${at})`, async (model, real) => {
    const execution = pick(model.executions, at);
    if (!execution) return;
    const result = model.stop(execution, 'cancelled');
    expect(await cancelExecutions(real.world.deps, real.world.service, ids(real, execution))).toMatchObject([
      { result },
    ]);
  }),
);

const terminate = fc.record({ at: index, status: report }).map(({ at, status }) =>
  command(`terminate(${at}, ${status})`, async (model, { world }) => {
    const execution = pick(model.executions, at);
    if (!execution) return;
    const fact = { workspaceId: world.workspaceId, executions: [{ executionId: execution.id, status }] };
    const told = execution.outcome === null && execution.terminatedAs === null;
    if (told) execution.terminatedAs = status;
    const stopped = told ? model.stop(execution, status) : 'unchanged';
    // A lease that was told to stop before takes the word without a second mark.
    const result = told && stopped === 'unchanged' ? 'requested' : stopped;
    expect(await terminateExecutions(world.deps, world.service, fact)).toMatchObject([{ result }]);
  }),
);

const release = index.map((at) =>
  command(`release(${at})`, async (model, real) => {
    const execution = pick(model.executions, at);
    if (!execution) return;
    const result = execution.outcome === null ? 'finished' : 'unchanged';
    if (result === 'finished') model.finish(execution, execution.terminatedAs ?? 'released');
    expect(await releaseExecutions(real.world.deps, real.world.service, ids(real, execution))).toMatchObject([
      { result },
    ]);
  }),
);

const passTime = fc.integer({ min: 1, max: 6 }).map((steps) =>
  command(`pass(${steps * stepSeconds} s)`, async (model, { world }) => {
    const seconds = steps * stepSeconds;
    model.passTime(seconds);
    await executions.ageAll(world, seconds);
    await expireLeases(world.deps, { leasesMax: 1_000, amnesty: false });
  }),
);

const close = index.map((at) =>
  command(`close(session ${at})`, async (model, { world }) => {
    const session = pick(model.sessions, at);
    if (!session) return;
    expect(await closeSession(world.deps, session.actor)).toEqual({ closed: session.open });
    session.open = false;
  }),
);

/** Everything that anybody may do, what makes work and hands it out more often than the rest. */
export const anyCommands = (max: number, replayPath: string | undefined) =>
  fc.commands(
    [
      enqueue,
      enqueue,
      enqueue,
      register,
      claim,
      claim,
      claim,
      beat,
      beat,
      complete,
      complete,
      cancel,
      terminate,
      release,
      passTime,
      replay,
      close,
    ],
    {
      maxCommands: max,
      size: 'max',
      ...(replayPath ? { replayPath } : {}),
    },
  );
