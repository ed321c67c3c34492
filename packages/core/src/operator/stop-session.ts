import { lock, stopSession } from '@berth/db';
import { type StopSessionCommand, StopSessionOutput } from '@berth/dto';
import type { OperatorActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { carryOut } from './command.ts';

type Stopped = { sessionId: StopSessionCommand['sessionId'] };

/**
 * Revokes a session: it claims nothing any more, and its runner must register again. Leases it holds run on.
 *
 * Locks: those of a command, then the session: a claim in flight is waited for.
 *
 * @throws DomainError those of a command, `session_not_found`.
 */
export function revokeSession(deps: Deps, actor: OperatorActor, input: StopSessionCommand): Promise<Stopped> {
  return stop(deps, actor, input, 'revoke');
}

/**
 * Drains a session: it claims nothing any more, and its runner is told with its next beat to end after what it runs.
 *
 * @throws DomainError those of a command, `session_not_found`.
 */
export function drainSession(deps: Deps, actor: OperatorActor, input: StopSessionCommand): Promise<Stopped> {
  return stop(deps, actor, input, 'drain');
}

function stop(deps: Deps, actor: OperatorActor, input: StopSessionCommand, how: 'revoke' | 'drain'): Promise<Stopped> {
  const { workspaceId, sessionId } = input;
  const command = { action: `session.${how}`, target: sessionId, output: StopSessionOutput };
  return carryOut(deps, actor, input, command, async (tx) => {
    await lock(tx, 'session', { ids: [sessionId] });
    const known = await stopSession(tx, workspaceId, sessionId, how);
    if (!known) throw new DomainError('session_not_found', 'no such session in this workspace');
    return { sessionId };
  });
}
