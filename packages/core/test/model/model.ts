import type { LeaseActor, SessionActor } from '@berth/core';
import type { ExecutionId, Outcome, ReportedOutcome } from '@berth/dto';
import type { executions, World } from '@berth/testing';

type Request = ReturnType<typeof executions.request>;

/** A lease as its holder knows it; kept after its end, so that late calls can be made under it. */
export type ModelLease = {
  actor: LeaseActor;
  started: boolean;
  sinceStart: number;
  sinceBeat: number;
  sinceCancel: number | null;
};

export type ModelExecution = {
  id: ExecutionId;
  request: Request;
  labels: readonly string[];
  priority: number;
  queuedAt: string;
  /** Order of insertion. */
  order: number;
  maxStarts: number;
  starts: number;
  lease: ModelLease | null;
  terminatedAs: ReportedOutcome | null;
  outcome: Outcome | null;
  finishedBy: { fence: number; report: ReportedOutcome } | null;
  /** The types of its events, in order, without their prefix. */
  events: string[];
};

export type ModelSession = {
  actor: SessionActor;
  labels: readonly string[];
  maxConcurrent: number | null;
  open: boolean;
};

/** What is true, kept in memory by the simplest rules that could be. Ages are seconds. */
export class Model {
  readonly executions: ModelExecution[] = [];
  readonly sessions: ModelSession[] = [];
  readonly leases: { execution: ModelExecution; lease: ModelLease }[] = [];

  /** Who gets what: by priority, then time in the queue, then order, among those whose labels the session offers. */
  claimable(session: ModelSession, max: number): ModelExecution[] {
    const held = this.executions.filter((one) => one.lease?.actor.sessionId === session.actor.sessionId).length;
    const room = Math.min(max, session.maxConcurrent === null ? max : session.maxConcurrent - held);
    return this.executions
      .filter((one) => one.lease === null && one.outcome === null)
      .filter((one) => one.labels.every((label) => session.labels.includes(label)))
      .sort((a, b) => b.priority - a.priority || a.queuedAt.localeCompare(b.queuedAt) || a.order - b.order)
      .slice(0, Math.max(0, room));
  }

  finish(execution: ModelExecution, outcome: Outcome, event: 'finished' | 'lease_expired' = 'finished'): void {
    execution.outcome = outcome;
    execution.lease = null;
    execution.events.push(event);
  }

  /** Stops a queued execution, or marks a leased one; the first mark stands. */
  stop(execution: ModelExecution, outcome: Outcome): 'finished' | 'requested' | 'unchanged' {
    if (execution.outcome !== null) return 'unchanged';
    if (execution.lease === null) {
      this.finish(execution, outcome);
      return 'finished';
    }
    if (execution.lease.sinceCancel !== null) return 'unchanged';
    execution.lease.sinceCancel = 0;
    execution.events.push('cancel_requested');
    return 'requested';
  }

  /** Lets time pass for every lease, then ends those that are due. */
  passTime(seconds: number): void {
    for (const execution of this.executions) {
      const { lease } = execution;
      if (lease === null) continue;
      lease.sinceStart += seconds;
      lease.sinceBeat += seconds;
      if (lease.sinceCancel !== null) lease.sinceCancel += seconds;
      this.#endIfDue(execution, lease);
    }
  }

  #endIfDue(execution: ModelExecution, lease: ModelLease): void {
    const pastGrace = lease.sinceCancel !== null && lease.sinceCancel > 60;
    const stale = lease.started ? lease.sinceBeat > 180 : lease.sinceStart > 60;
    if (!pastGrace && !stale) return;
    if (execution.terminatedAs !== null) this.finish(execution, execution.terminatedAs);
    else if (pastGrace) this.finish(execution, 'cancelled');
    else if (!lease.started && lease.sinceCancel === null && execution.starts < execution.maxStarts) {
      execution.lease = null;
      execution.events.push('requeued');
    } else this.finish(execution, 'lost', 'lease_expired');
  }
}

/** The system under test: a tenant of its own in a real database. */
export type Real = { world: World; startedAt: number };
