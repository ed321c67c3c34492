import { createHash } from 'node:crypto';
import { BerthError, type OrchestratorClient, retry } from '@berth/client/orchestrator';
import { HttpError } from './http/router.ts';
import type { JobRun, Run } from './run/state.ts';
import type { Store } from './run/store.ts';

export type Holder = { run: Run; job: JobRun; cancelRequested: boolean };

type Deps = { client: OrchestratorClient; store: Store; workspaceId: string };

/** A chunk of log comes every second or so; asking the control plane that often for each job would only cost. */
const trustedMs = 3_000;
const askMs = 10_000;

/**
 * Asks the control plane whose step token this is. Steps and logs are only for the live holder of a lease whose first
 * heartbeat was accepted: a runner that lost its lease gets nothing, and what it says is not believed.
 */
export function stepTokenReader({ client, store, workspaceId }: Deps): (stepToken: string) => Promise<Holder> {
  const trusted = new Map<string, { holder: Holder; until: number }>();
  return async (stepToken) => {
    const key = createHash('sha256').update(stepToken).digest('base64');
    const now = performance.now();
    for (const [known, { until }] of trusted) if (until <= now) trusted.delete(known);
    const kept = trusted.get(key);
    if (kept) return kept.holder;
    const holder = await ask(stepToken);
    trusted.set(key, { holder, until: now + trustedMs });
    return holder;
  };

  async function ask(stepToken: string): Promise<Holder> {
    const lease = await introspect(stepToken);
    if (!lease.active) throw new HttpError(403, 'this step token stands for no live lease');
    if (!lease.started)
      throw new HttpError(409, 'the first heartbeat of this lease was not accepted yet: no step may start');
    const known = lease.workspaceId === workspaceId ? store.byExecution(lease.executionId) : undefined;
    if (!known) throw new HttpError(404, 'this execution is not one of ours');
    return { ...known, cancelRequested: lease.cancelRequested };
  }

  async function introspect(stepToken: string) {
    const signal = AbortSignal.timeout(askMs);
    try {
      return await retry(() => client.leases.introspect({ stepToken }, { signal }), { signal });
    } catch (error) {
      if (error instanceof BerthError && error.reason === 'invalid_input') throw new HttpError(400, error.message);
      throw new HttpError(503, 'the control plane cannot be asked at the moment; try again');
    }
  }
}
