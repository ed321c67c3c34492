import type { Sql } from '../client.ts';
import type { Tx } from '../transaction.ts';

export type PauseRow = {
  id: string;
  workspace_id: string;
  labels: string[] | null;
  note: string;
  operator: string;
  created_at: string;
  until: string | null;
};

export type NewPause = {
  id: string;
  workspaceId: string;
  labelSetId: number | null;
  note: string;
  operator: string;
  seconds: number | null;
};

/** Sets the pause of a scope; the last word stands. Waits for another one on the same scope. */
export async function upsertPause(tx: Tx, pause: NewPause): Promise<void> {
  await tx.sql`
    insert into pauses (id, workspace_id, label_set_id, note, operator, until)
    values (${pause.id}, ${pause.workspaceId}, ${pause.labelSetId}, ${pause.note}, ${pause.operator},
      now() + make_interval(secs => ${pause.seconds}::float8))
    on conflict (workspace_id, coalesce(label_set_id, 0)) do update
    set note = excluded.note, operator = excluded.operator, until = excluded.until, created_at = now()`;
}

/** False when the scope was not paused. */
export async function deletePause(tx: Tx, workspaceId: string, labelSetId: number | null): Promise<boolean> {
  const rows = await tx.sql`
    delete from pauses
    where workspace_id = ${workspaceId} and label_set_id is not distinct from ${labelSetId}::bigint returning id`;
  return rows.length > 0;
}

/** The pauses in force of these workspaces, or of all, the newest first. */
export function listPauses(sql: Sql, scope: readonly string[] | null): Promise<PauseRow[]> {
  return sql<PauseRow[]>`
    select p.id, p.workspace_id, s.labels, p.note, p.operator, p.created_at, p.until
    from pauses p left join label_sets s on s.id = p.label_set_id
    where (${scope === null} or p.workspace_id = any(${scope === null ? [] : [...scope]}::uuid[]))
      and (p.until is null or p.until > now())
    order by p.created_at desc limit 1000`;
}
