import { type CoveredArea, countOf, type Row, statuses } from './coverage.ts';
import type { Mention } from './titles.ts';

const head = `# Behaviours

What Berth does, rule by rule, and which tests show it. Written by \`npm run cli -- behaviours\` from the titles of the
tests and the lists in \`tooling/src/behaviours/areas\`; do not edit it here. \`npm run check\` fails when it is stale.

A test names what it proves in its title, in brackets: \`[CLM-06] takes the oldest first\`. The last column shows those
titles, after those of the groups they stand in, with a link to the file. The words are those of
[concepts.md](concepts.md).

| status | meaning |
| --- | --- |
| tested | a test proves the row as it stands |
| decided | a test proves what Berth chose where another answer was possible: \`[EXP-23 decided]\` |
| unreachable | no operation leads there; a test writes the rows by hand, or shows what prevents it: \`[CLM-26 unreachable]\` |
| not yet | no test names it: it may hold without proof, or is not offered yet |
`;

/** The whole of docs/behaviours.md. The same input gives the same text on every machine and every day. */
export function renderDocument(areas: CoveredArea[]): string {
  return `${[head, summary(areas), ...areas.map(section)].join('\n')}`;
}

function summary(areas: CoveredArea[]): string {
  const lines = areas.map(
    ({ prefix, name, rows }) => `| [${prefix} ${name}](#${anchorOf(prefix, name)}) ${counts(rows)}`,
  );
  const total = `| **all** ${counts(areas.flatMap(({ rows }) => rows))}`;
  return table(['area', ...statuses], [...lines, total]);
}

const counts = (rows: Row[]) => `| ${Object.values(countOf(rows)).join(' | ')} |`;

function section({ prefix, name, rows }: CoveredArea): string {
  const lines = rows.map(
    ({ id, says, status, tests }) =>
      `| ${id} | ${plain(says)} | ${status} | ${[...new Set(tests.map(link))].join('<br>')} |`,
  );
  return `## ${prefix} ${name}\n\n${table(['ID', 'says', 'status', 'tests'], lines)}`;
}

function table(columns: string[], lines: string[]): string {
  return `${[`| ${columns.join(' | ')} |`, `|${' --- |'.repeat(columns.length)}`, ...lines].join('\n')}\n`;
}

/** The file without the line: a line would make the document stale with every edit above it. */
const link = ({ title, file }: Mention) => `[${literal(title)}](../${file})`;

/** A title is text that knows nothing of Markdown. */
const literal = (text: string) => text.replace(/[\\`*_[\]<>|]/g, '\\$&');

/** Our own lines may hold code; a bar would end their cell even so. */
const plain = (text: string) => text.replaceAll('|', '\\|');

/** As GitHub makes it of a heading. */
const anchorOf = (prefix: string, name: string) =>
  `${prefix} ${name}`
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
