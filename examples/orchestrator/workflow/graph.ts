import type { Workflow } from './schema.ts';

export type GraphFault = { path: (string | number)[]; message: string };

/** What is wrong with how jobs need each other: names that do not exist, repeats, cycles. */
export function graphFaults(jobs: Workflow['jobs']): GraphFault[] {
  const faults = needsFaults(jobs);
  return faults.length > 0 ? faults : cycleFaults(jobs);
}

function needsFaults(jobs: Workflow['jobs']): GraphFault[] {
  return Object.entries(jobs).flatMap(([name, job]) =>
    job.needs.flatMap((need, index) => {
      const path = ['jobs', name, 'needs', index];
      if (need === name) return [{ path, message: 'a job cannot need itself; remove this line' }];
      if (!Object.hasOwn(jobs, need)) return [{ path, message: `there is no job "${need}"; ${others(jobs, name)}` }];
      if (job.needs.indexOf(need) < index) return [{ path, message: `"${need}" is needed twice; remove one` }];
      return [];
    }),
  );
}

function others(jobs: Workflow['jobs'], name: string): string {
  const names = Object.keys(jobs).filter((other) => other !== name);
  return names.length > 0 ? `use one of ${names.join(', ')}` : 'there is no other';
}

/** Walks the needs depth first; a job that is met again on the way to itself closes a cycle. */
function cycleFaults(jobs: Workflow['jobs']): GraphFault[] {
  const done = new Set<string>();
  const visit = (name: string, trail: string[]): string[] | undefined => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const need of jobs[name]?.needs ?? []) {
      const cycle = visit(need, [...trail, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(jobs)) {
    const cycle = visit(name, []);
    const [first] = cycle ?? [];
    if (cycle && first)
      return [
        {
          path: ['jobs', first, 'needs'],
          message: `these jobs need each other: ${cycle.join(' → ')}; remove one of the needs`,
        },
      ];
  }
  return [];
}
