import type { Database } from '@berth/db';

/** Each query answers the rows that break one invariant; a sound database answers none to all of them. */
const invariants: Record<string, string> = {
  'an execution is in exactly one place: queued, leased or finished': `
    select e.workspace_id, e.execution_id from job_executions e
    left join queue_entries q using (workspace_id, execution_id)
    left join leases l using (workspace_id, execution_id)
    where (q.execution_id is not null)::int + (l.execution_id is not null)::int + (e.finished_at is not null)::int <> 1`,
  'a lease has its record': `
    select l.execution_id from leases l left join job_executions e using (workspace_id, execution_id)
    where e.execution_id is null`,
  'a session counts the leases it holds': `
    select s.id, s.leases_open from runner_sessions s
    where s.leases_open <> (select count(*) from leases l where l.session_id = s.id)`,
  'exactly one end per execution: finished, or lease_expired for a lost one': `
    select e.execution_id, e.outcome, count(v.id) from job_executions e
    left join events v on v.workspace_id = e.workspace_id and v.subject = e.execution_id::text
      and v.type in ('runners.job.finished', 'runners.job.lease_expired')
    group by e.workspace_id, e.execution_id, e.outcome
    having count(v.id) <> (e.outcome is not null)::int
      or bool_or((v.type = 'runners.job.lease_expired') <> (e.outcome = 'lost'))`,
  'queued is told once for every execution that was queued': `
    select e.execution_id from job_executions e
    left join events v on v.workspace_id = e.workspace_id and v.subject = e.execution_id::text
      and v.type = 'runners.job.queued'
    group by e.workspace_id, e.execution_id, e.queued_at
    having count(v.id) <> (e.queued_at is not null)::int`,
  'fences rise with the claims of an execution': `
    select subject from (
      select subject, (data->>'fence')::bigint as fence,
        lag((data->>'fence')::bigint) over (partition by workspace_id, subject order by id) as before
      from events where type = 'runners.job.claimed') as claims
    where before >= fence`,
  'a lease holds the newest fence of its execution': `
    select l.execution_id from leases l join events v
      on v.workspace_id = l.workspace_id and v.subject = l.execution_id::text and v.type = 'runners.job.claimed'
    where (v.data->>'fence')::bigint > l.fence`,
  'a runner offers every label of what it runs': `
    select l.execution_id from leases l join label_sets s on s.id = l.label_set_id
    where not s.labels <@ l.runner_labels`,
  'an outcome agrees with the terminal word of the orchestrator': `
    select execution_id from job_executions
    where terminated_as is not null and finished_at is not null and outcome::text <> terminated_as::text`,
  'positions follow the order of the facts of each subject': `
    select subject from (
      select e.subject, p.position, lag(p.position) over (partition by e.workspace_id, e.subject order by e.id) as before
      from events e join event_positions p on p.event_id = e.id) as ordered
    where before >= position`,
  'nothing below the floor of the sequencer lacks its position': `
    select e.id from events e, event_sequencer s
    where e.id <= s.floor_id and not exists (select from event_positions p where p.event_id = e.id)`,
};

/** The invariants that do not hold, with up to five rows that break each; read-only. Empty when all is well. */
export async function findBrokenInvariants(database: Database): Promise<{ invariant: string; rows: unknown[] }[]> {
  const broken = [];
  for (const [invariant, query] of Object.entries(invariants)) {
    const rows = await database.sql.unsafe(`select * from (${query}) as broken limit 5`);
    if (rows.length > 0) broken.push({ invariant, rows: [...rows] });
  }
  return broken;
}
