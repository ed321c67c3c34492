import { type ExecutionView, type Role, roleAllows, stateAfter } from '@berth/dto';

/** Why this operator cannot cancel this execution now, or undefined when nothing stands in the way. */
export function cancelHindrance(execution: ExecutionView, role: Role | undefined): string | undefined {
  if (!stateAfter('cancel', execution.state)) return 'It has finished: there is nothing left to cancel.';
  if (execution.lease?.cancellationRequestedAt)
    return 'Cancel was requested already: its runner is told with its next beat.';
  if (!role) return 'Your role is not known yet.';
  return roleAllows(role, 'operator') ? undefined : `Your role is ${role}: to cancel takes the role operator.`;
}
