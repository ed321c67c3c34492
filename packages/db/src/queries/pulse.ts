import type { Sql } from '../client.ts';

/** Whole seconds. */
export type PulseLimits = { gapSeconds: number; amnestySeconds: number; amnestyPerHourSeconds: number };

/**
 * Says "somebody is home". The beat that finds a gap, or another postmaster, grants the amnesty in the same statement,
 * bounded per hour. The first beat of a new database finds neither.
 */
export async function beatPulse(sql: Sql, { gapSeconds, amnestySeconds, amnestyPerHourSeconds }: PulseLimits) {
  await sql`
    insert into control_plane_pulse as p (beat_at, postmaster_started_at, window_started_at)
    values (now(), pg_postmaster_start_time(), now())
    on conflict (id) do update set
      beat_at = now(),
      postmaster_started_at = pg_postmaster_start_time(),
      (window_started_at, amnesty_seconds, amnesty_until) = (
        select w.started_at, w.spent + g.seconds,
          case when g.seconds > 0 then greatest(p.amnesty_until, now() + make_interval(secs => g.seconds))
            else p.amnesty_until end
        from (select
            case when p.window_started_at < now() - interval '1 hour' then now() else p.window_started_at end as started_at,
            case when p.window_started_at < now() - interval '1 hour' then 0 else p.amnesty_seconds end as spent) as w
        cross join lateral (select
            case when p.beat_at < now() - make_interval(secs => ${gapSeconds}::int)
                or p.postmaster_started_at <> pg_postmaster_start_time()
              then greatest(0, least(${amnestySeconds}::int, ${amnestyPerHourSeconds}::int - w.spent)) else 0 end as seconds) as g)`;
}

/** True while nothing may be expired. No pulse row means no amnesty. */
export async function amnestyHolds(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ holds: boolean }[]>`
    select exists(select from control_plane_pulse where amnesty_until > now()) as holds`;
  return row?.holds === true;
}
