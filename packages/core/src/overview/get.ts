import { countFinishedToday, iso, isoOrNull, type LoopRow, listLoops, readOverview } from '@berth/db';
import { type CappedCount, type LoopView, type OverviewInput, OverviewView } from '@berth/dto';
import { type OperatorActor, scopeOf } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { isHealthy } from './health.rules.ts';
import { liveSessionSeconds } from './live.ts';

const countCap = 10_000;

/**
 * The figures of the first page, of one workspace or of all that the operator may see.
 *
 * @throws DomainError `forbidden`.
 */
export async function getOverview(deps: Deps, actor: OperatorActor, input: OverviewInput): Promise<OverviewView> {
  const scope = scopeOf(actor, input.workspaceId);
  const { sql } = deps.database;
  const [overview, finished, loops] = await Promise.all([
    readOverview(sql, scope, countCap, liveSessionSeconds),
    countFinishedToday(sql, scope, countCap),
    listLoops(sql),
  ]);
  return OverviewView.parse({
    readAt: iso(overview.read_at),
    queued: capped(overview.queued),
    oldestQueuedAt: isoOrNull(overview.oldest_queued_at),
    running: capped(overview.running),
    finishedToday: {
      total: capped(finished.reduce((sum, { count }) => sum + count, 0)),
      byOutcome: Object.fromEntries(finished.map(({ outcome, count }) => [outcome, count])),
    },
    liveSessions: capped(overview.live_sessions),
    loops: loops.map(toLoopView),
  });
}

const capped = (count: number): CappedCount => ({ count, capped: count >= countCap });

function toLoopView(row: LoopRow): LoopView {
  return {
    name: row.name,
    intervalSeconds: row.interval_seconds,
    lastStartedAt: isoOrNull(row.last_started_at),
    lastSuccessAt: isoOrNull(row.last_success_at),
    lastError: row.last_error,
    lastErrorAt: isoOrNull(row.last_error_at),
    healthy: isHealthy(row.seconds_since_success, row.interval_seconds),
  };
}
