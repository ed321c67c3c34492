import type { Reconciler } from '@berth/core';
import { until, type World } from '@berth/testing';
import { expect } from 'vitest';
import { createLog } from '../src/log.ts';
import { type Loop, startLoops } from '../src/loops.ts';
import { createMetrics } from '../src/metrics.ts';
import { test as base } from './support/api.ts';

/** Starts loops of the test's own and stops them with it. */
const test = base.extend('run', async ({ lonelyWorld: { deps } }, { onCleanup }) => {
  const metrics = createMetrics(deps);
  return {
    metrics,
    run(...loops: Loop[]) {
      const running = startLoops(deps, createLog('silent'), metrics, loops);
      onCleanup(running.stop);
      return running;
    },
  };
});

const loop = (name: string, run: Reconciler['run'], more: Partial<Loop> = {}): Loop => ({
  reconciler: { name, run },
  intervalSeconds: 0.02,
  ...more,
});
const idle = async () => ({ more: false });

test('a loop records its pause, its runs and its success', async ({ lonelyWorld, run: { run } }) => {
  run(loop('steady', idle, { intervalSeconds: 5 }));
  const row = await until('a success on record', async () => {
    const found = await noteOf(lonelyWorld, 'steady');
    return found?.last_success_at === null ? undefined : found;
  });
  expect(row).toMatchObject({ interval_seconds: 5, last_started_at: expect.any(String), last_error: null });
});

test('a loop that fails or hangs holds up no other; the failure is on record, and is tried again', async ({
  lonelyWorld,
  run: { run, metrics },
}) => {
  const hanging = Promise.withResolvers<{ more: boolean }>();
  let failures = 0;
  let runs = 0;
  run(
    loop('broken', async () => {
      failures += 1;
      throw new Error('the cloud is closed today');
    }),
    loop('hanging', () => hanging.promise),
    loop('sound', async () => {
      runs += 1;
      return { more: false };
    }),
  );
  await until('the sound one to run on and the broken one to be tried again', () => runs >= 5 && failures >= 3);
  const row = await until('the failure on record', async () => {
    const found = await noteOf(lonelyWorld, 'broken');
    return found?.last_error ? found : undefined;
  });
  expect(row).toMatchObject({ last_error: 'the cloud is closed today', last_success_at: null });
  expect(await metrics.text()).toMatch(/berth_loop_failures_total\{loop="broken"\} [1-9]/);
  hanging.resolve({ more: false });
});

test('a loop that failed is well again after its next success', async ({ lonelyWorld, run: { run } }) => {
  let fails = true;
  run(
    loop('moody', async () => {
      if (fails) throw new Error('not now');
      return { more: false };
    }),
  );
  await until('the failure on record', async () => (await noteOf(lonelyWorld, 'moody'))?.last_error);
  fails = false;
  await until('a success on record', async () => (await noteOf(lonelyWorld, 'moody'))?.last_success_at);
});

test('a loop goes on at once while there is more to do', async ({ run: { run } }) => {
  let left = 50;
  run(
    loop(
      'busy',
      async () => {
        left -= 1;
        return { more: left > 0 };
      },
      { intervalSeconds: 3_600 },
    ),
  );
  await until('all batches to be done in one run', () => left === 0);
});

test('a loop is woken before its pause is over by what it waits for', async ({ lonelyWorld, run: { run } }) => {
  let runs = 0;
  run(
    loop(
      'woken',
      async () => {
        runs += 1;
        return { more: false };
      },
      { intervalSeconds: 3_600, wakeOn: 'facts' },
    ),
  );
  await until('the first run', () => runs === 1);
  await until('another run', () => {
    lonelyWorld.deps.signals.raise('facts');
    return runs > 1;
  });
});

test('a stop waits for the batch at hand and begins no other', async ({ run: { run } }) => {
  const batch = Promise.withResolvers<{ more: boolean }>();
  let runs = 0;
  const running = run(
    loop('slow', () => {
      runs += 1;
      return batch.promise;
    }),
  );
  await until('the batch to begin', () => runs === 1);
  let stopped = false;
  const stopping = running.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  batch.resolve({ more: true });
  await stopping;
  expect(runs).toBe(1);
});

async function noteOf({ database }: World, name: string) {
  const [row] = await database.sql`select * from maintenance_loops where name = ${name}`;
  return row;
}
