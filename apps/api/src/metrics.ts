import { type Deps, getDepths } from '@berth/core';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process; the gauges are read from the tables when they are asked for. */
export function createMetrics(deps: Deps) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'berth_' });

  const calls = new Counter({
    name: 'berth_calls_total',
    help: 'Calls answered, by procedure and HTTP status; aborted when the caller had gone',
    labelNames: ['procedure', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'berth_call_duration_seconds',
    help: 'Time to answer a call, long polls with their wait',
    labelNames: ['procedure'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 60],
    registers,
  });
  const loopSuccess = new Gauge({
    name: 'berth_loop_last_success_timestamp_seconds',
    help: 'When each maintenance loop last succeeded in this process',
    labelNames: ['loop'],
    registers,
  });
  const loopFailures = new Counter({
    name: 'berth_loop_failures_total',
    help: 'Failed runs of each maintenance loop',
    labelNames: ['loop'],
    registers,
  });
  new Gauge({
    name: 'berth_executions',
    help: 'Executions queued and running in all workspaces, each counted up to 100,000',
    labelNames: ['state'],
    registers,
    async collect() {
      // Without the database these two are missing; all the others are needed most just then.
      const depths = await getDepths(deps).catch(() => undefined);
      this.reset();
      if (!depths) return;
      this.set({ state: 'queued' }, depths.queued);
      this.set({ state: 'running' }, depths.running);
    },
  });

  return {
    call(procedure: string, status: string, durationSeconds: number) {
      calls.inc({ procedure, status });
      seconds.observe({ procedure }, durationSeconds);
    },
    loopSucceeded: (loop: string) => loopSuccess.setToCurrentTime({ loop }),
    loopFailed: (loop: string) => loopFailures.inc({ loop }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
