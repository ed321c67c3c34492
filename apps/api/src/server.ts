import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createSignals, type Deps, reconcilers } from '@berth/core';
import { uuidv7 } from 'uuidv7';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { createHttpServer } from './http.ts';
import type { Log } from './log.ts';
import { type Loop, startLoops } from './loops.ts';
import { createMetrics } from './metrics.ts';

export type Api = { port: number; deps: Deps; stop(): Promise<void> };

/** How long a stop waits for calls in flight before it cuts them. */
const stopSecondsMax = 10;

/**
 * Starts one api process: HTTP and the maintenance loops. Stopping is graceful: no new calls, waiting ones answer
 * empty, those in flight finish, then the loops end and the pool closes.
 *
 * @throws when the port is taken or the address cannot be used.
 */
export async function startApi(config: Config, log: Log): Promise<Api> {
  const deps = createDeps(config);
  const metrics = createMetrics(deps);
  const stopping = new AbortController();
  const server = createHttpServer({ deps, config, log, metrics, stopping: stopping.signal });
  try {
    await listen(server, config);
  } catch (error) {
    await deps.database.close();
    throw error;
  }
  const loops = startLoops(deps, log, metrics, loopsOf(config));

  return {
    port: (server.address() as AddressInfo).port,
    deps,
    async stop() {
      stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), stopSecondsMax * 1_000);
      await closed;
      clearTimeout(cut);
      await loops.stop();
      await deps.database.close();
    },
  };
}

function createDeps(config: Config): Deps {
  return {
    database: openDatabase(config),
    limits: config.limits,
    keys: config.keys,
    reservedLabels: config.reservedLabels,
    signals: createSignals(),
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    newId: uuidv7,
    randomBytes: (size) => randomBytes(size),
  };
}

function loopsOf(config: Config): Loop[] {
  return [
    { reconciler: reconcilers.pulse, intervalSeconds: 5 },
    { reconciler: reconcilers.expire, intervalSeconds: config.expireIntervalSeconds },
    { reconciler: reconcilers.expireQueue, intervalSeconds: config.expireIntervalSeconds },
    { reconciler: reconcilers.retain, intervalSeconds: 60 },
    { reconciler: reconcilers.sequence, intervalSeconds: 0.5, wakeOn: 'facts' },
  ];
}

function listen(server: ReturnType<typeof createHttpServer>, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
