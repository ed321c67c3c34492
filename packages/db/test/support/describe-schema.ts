import type { Sql } from '@berth/db';

/** Everything of the public schema that a migration could have made otherwise: columns, constraints, indexes, types, sequences. */
export async function describeSchema(sql: Sql): Promise<Record<string, readonly unknown[]>> {
  return {
    columns: await sql`
      select table_name, column_name, data_type, udt_name, is_nullable, column_default, is_identity
      from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
    constraints: await sql`
      select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
    indexes: await sql`
      select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
    types: await sql`
      select t.typname, e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid order by t.typname, e.enumsortorder`,
    sequences: await sql`
      select sequencename, data_type::text, start_value, increment_by, cache_size, cycle
      from pg_sequences where schemaname = 'public' order by 1`,
  };
}
