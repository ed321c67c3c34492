import {
  deletePause,
  internLabelSets,
  iso,
  isoOrNull,
  listPauses as list,
  upsertPause,
  workspaceStatus,
} from '@berth/db';
import {
  type LabelSet,
  type ListPausesInput,
  type PauseCommand,
  PauseOutput,
  PauseView,
  type ResumeCommand,
  ResumeOutput,
} from '@berth/dto';
import { type OperatorActor, requireWorkspace, scopeOf } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../refusal.ts';
import { carryOut } from './command.ts';

/**
 * Pauses a workspace or one of its label sets: claims begun after the commit grant nothing there. What runs, runs on;
 * other scopes are untouched. Pausing again replaces note and end.
 *
 * @throws DomainError those of a command, `workspace_not_found`.
 */
export async function pause(deps: Deps, actor: OperatorActor, input: PauseCommand): Promise<{ paused: true }> {
  const labelSetId = await labelSetOf(deps, actor, input);
  const command = { action: 'queue.pause', target: targetOf(input), output: PauseOutput };
  return carryOut(deps, actor, input, command, async (tx) => {
    await upsertPause(tx, {
      id: deps.newId(),
      workspaceId: input.workspaceId,
      labelSetId,
      note: input.reason,
      operator: actor.name,
      seconds: input.seconds ?? null,
    });
    return { paused: true as const };
  });
}

/**
 * Ends a pause; `resumed` is false when there was none.
 *
 * @throws DomainError those of a command, `workspace_not_found`.
 */
export async function resume(deps: Deps, actor: OperatorActor, input: ResumeCommand): Promise<{ resumed: boolean }> {
  const labelSetId = await labelSetOf(deps, actor, input);
  const command = { action: 'queue.resume', target: targetOf(input), output: ResumeOutput };
  const result = await carryOut(deps, actor, input, command, async (tx) => ({
    resumed: await deletePause(tx, input.workspaceId, labelSetId),
  }));
  deps.signals.raise(`queue:${input.workspaceId}`);
  return result;
}

/** The pauses in force, of one workspace or of all that the operator may see. @throws DomainError `forbidden`. */
export async function listPauses(deps: Deps, actor: OperatorActor, input: ListPausesInput): Promise<PauseView[]> {
  const rows = await list(deps.database.sql, scopeOf(actor, input.workspaceId));
  return rows.map((row) =>
    PauseView.parse({
      workspaceId: row.workspace_id,
      labels: row.labels,
      note: row.note,
      operator: row.operator,
      since: iso(row.created_at),
      until: isoOrNull(row.until),
    }),
  );
}

type Scope = { workspaceId: PauseCommand['workspaceId']; labels?: LabelSet | undefined };

/** A label set may be paused before its first execution comes: it is interned here. */
async function labelSetOf(deps: Deps, actor: OperatorActor, { workspaceId, labels }: Scope): Promise<number | null> {
  requireWorkspace(actor, workspaceId);
  if (!(await workspaceStatus(deps.database.sql, workspaceId)))
    throw new DomainError('workspace_not_found', 'no such workspace');
  if (!labels) return null;
  return (await internLabelSets(deps.database.sql, workspaceId, [labels]))(labels);
}

const targetOf = ({ workspaceId, labels }: Scope) =>
  labels ? `labels:${labels.join(',')}` : `workspace:${workspaceId}`;
