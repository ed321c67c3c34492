import type { Sql } from '../client.ts';

export async function noteLoopStart(sql: Sql, name: string, intervalSeconds: number): Promise<void> {
  await sql`
    insert into maintenance_loops (name, interval_seconds, last_started_at) values (${name}, ${intervalSeconds}, now())
    on conflict (name) do update set interval_seconds = excluded.interval_seconds, last_started_at = now()`;
}

export async function noteLoopSuccess(sql: Sql, name: string): Promise<void> {
  await sql`update maintenance_loops set last_success_at = now() where name = ${name}`;
}

export async function noteLoopFailure(sql: Sql, name: string, error: string): Promise<void> {
  await sql`update maintenance_loops set last_error = ${error}, last_error_at = now() where name = ${name}`;
}

export type LoopRow = {
  name: string;
  interval_seconds: number;
  last_started_at: string | null;
  last_success_at: string | null;
  last_error: string | null;
  last_error_at: string | null;
  seconds_since_success: number | null;
};

export function listLoops(sql: Sql): Promise<LoopRow[]> {
  return sql<LoopRow[]>`
    select name, interval_seconds, last_started_at, last_success_at, last_error, last_error_at,
      extract(epoch from now() - last_success_at)::float8 as seconds_since_success
    from maintenance_loops order by name`;
}
