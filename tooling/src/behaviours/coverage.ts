import type { Area } from './area.ts';
import type { Mention } from './titles.ts';

export const statuses = ['tested', 'decided', 'unreachable', 'not yet'] as const;
export type Status = (typeof statuses)[number];

export type Row = { id: string; says: string; status: Status; tests: Mention[] };
export type CoveredArea = { prefix: string; name: string; rows: Row[] };

/** Every known behaviour with the tests that name it, in the order of the lists and, within a row, of the tests. */
export function cover(areas: Area[], mentions: Mention[]): CoveredArea[] {
  const byId = Map.groupBy(mentions, ({ id }) => id);
  return areas.map(({ prefix, name, behaviours }) => ({
    prefix,
    name,
    rows: Object.entries(behaviours).map(([id, says]) => {
      const tests = byId.get(id) ?? [];
      return { id, says, status: statusOf(tests), tests };
    }),
  }));
}

/** The mentions of behaviours that nobody knows: a typing error, or a line that is missing in the list. */
export function unknownIn(areas: Area[], mentions: Mention[]): string[] {
  const known = new Set(areas.flatMap(({ behaviours }) => Object.keys(behaviours)));
  return mentions
    .filter(({ id }) => !known.has(id))
    .map(({ file, line, id }) => `${file}:${line}: ${id} is not in the lists of tooling/src/behaviours/areas`);
}

/** A decision shows even where another test proves a part of the row plainly; one plain proof makes a row reachable. */
function statusOf(tests: Mention[]): Status {
  if (tests.length === 0) return 'not yet';
  if (tests.some(({ mark }) => mark === 'decided')) return 'decided';
  return tests.every(({ mark }) => mark === 'unreachable') ? 'unreachable' : 'tested';
}

/** How many rows have each status. */
export function countOf(rows: Row[]): Record<Status, number> {
  const count: Record<Status, number> = { tested: 0, decided: 0, unreachable: 0, 'not yet': 0 };
  for (const { status } of rows) count[status] += 1;
  return count;
}
