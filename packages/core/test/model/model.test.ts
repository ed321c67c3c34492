import { createWorld, test } from '@berth/testing';
import fc from 'fast-check';
import { expect } from 'vitest';
import { anyCommands, begin } from './commands.ts';
import type { Model, Real } from './model.ts';

const runs = Number(process.env.BERTH_MODEL_RUNS ?? 200);
const commandsMax = 60;
const { BERTH_MODEL_SEED: seed, BERTH_MODEL_PATH: path, BERTH_MODEL_REPLAY: replay } = process.env;

/** Every execution is on record as the model has it, and its events came in that order. */
async function expectAgreement(model: Model, { world }: Real): Promise<void> {
  const rows = await world.database.sql<
    { execution_id: string; outcome: string | null; place: string; events: string[] }[]
  >`
    select e.execution_id, e.outcome,
      case when e.finished_at is not null then 'finished' when l.execution_id is not null then 'leased' else 'queued' end as place,
      (select array_agg(substr(v.type, 13) order by v.id) from events v
        where v.workspace_id = e.workspace_id and v.subject = e.execution_id::text) as events
    from job_executions e left join leases l using (workspace_id, execution_id)
    where e.workspace_id = ${world.workspaceId}`;
  const found = new Map(rows.map(({ execution_id, ...row }) => [execution_id, row]));
  const expected = model.executions.map(
    (execution) =>
      [
        String(execution.id),
        {
          outcome: execution.outcome,
          place: execution.outcome !== null ? 'finished' : execution.lease ? 'leased' : 'queued',
          events: execution.events,
        },
      ] as const,
  );
  expect(found).toEqual(new Map(expected));
}

/**
 * Random operations by random callers, against the simplest model of what must come of them. A failure prints seed,
 * path and replayPath: run it again with BERTH_MODEL_SEED, BERTH_MODEL_PATH and BERTH_MODEL_REPLAY; BERTH_MODEL_RUNS
 * sets how many runs there are.
 */
test('whatever is done in whatever order, the database does what the model says', { timeout: 600_000 }, async ({
  lonelyWorld,
}) => {
  await fc.assert(
    fc.asyncProperty(anyCommands(commandsMax, replay), async (commands) => {
      const real: Real = { world: await createWorld(lonelyWorld.database), startedAt: Date.now() };
      const model = await begin(real.world);
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await expectAgreement(model, real);
    }),
    { numRuns: runs, ...(seed ? { seed: Number(seed) } : {}), ...(path ? { path } : {}) },
  );
});
