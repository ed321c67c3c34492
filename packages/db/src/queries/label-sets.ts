import type { Sql } from '../client.ts';

type Interned = { id: number; labels: string[] };
const keyOf = (labels: readonly string[]): string => labels.join(' ');

/**
 * The ids of canonical label sets, interning those that are new in a statement of its own, committed at once: two
 * enqueues that bring the same new set must not wait for one another's whole transaction. The anchor is the label
 * that anchors the fewest sets so far, so that a common label does not gather them all.
 */
export async function internLabelSets(
  sql: Sql,
  workspaceId: string,
  sets: readonly (readonly string[])[],
): Promise<(labels: readonly string[]) => number> {
  const distinct = [...new Map(sets.map((labels) => [keyOf(labels), labels])).values()];
  const known = new Map<string, number>();
  const learn = (rows: readonly Interned[]) => {
    for (const { id, labels } of rows) known.set(keyOf(labels), id);
  };
  const wanted = () => JSON.stringify(distinct.filter((l) => !known.has(keyOf(l))).map((labels) => ({ labels })));

  learn(await findLabelSets(sql, workspaceId, wanted()));
  if (known.size < distinct.length) {
    await insertLabelSets(sql, workspaceId, wanted());
    learn(await findLabelSets(sql, workspaceId, wanted()));
  }
  return (labels) => {
    const id = known.get(keyOf(labels));
    if (id === undefined) throw new Error(`label set was not interned: ${keyOf(labels)}`);
    return id;
  };
}

function findLabelSets(sql: Sql, workspaceId: string, wanted: string): Promise<Interned[]> {
  return sql<Interned[]>`
    select s.id, s.labels
    from jsonb_to_recordset(${wanted}::jsonb) as w(labels text[])
    join label_sets s on s.workspace_id = ${workspaceId} and s.labels = w.labels`;
}

async function insertLabelSets(sql: Sql, workspaceId: string, wanted: string): Promise<void> {
  await sql`
    insert into label_sets (workspace_id, labels, anchor)
    select ${workspaceId}::uuid, w.labels, (
      select label from unnest(w.labels) as label
      order by (select count(*) from label_sets s where s.workspace_id = ${workspaceId} and s.anchor = label), label
      limit 1)
    from jsonb_to_recordset(${wanted}::jsonb) as w(labels text[])
    order by w.labels
    on conflict do nothing`;
}
