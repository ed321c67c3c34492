import { describe, expect, test } from 'vitest';
import { area } from '../src/behaviours/area.ts';
import { cover, unknownIn } from '../src/behaviours/coverage.ts';
import { renderDocument } from '../src/behaviours/document.ts';
import { type Mention, titlesIn } from '../src/behaviours/titles.ts';

const file = 'packages/core/test/claim.test.ts';

/** What the titles of a file with these lines name: `id mark? title line`. */
const named = (...lines: string[]) =>
  titlesIn(file, lines.join('\n')).mentions.map(({ id, mark, title, line }) => [id, mark, title, line]);

describe('the titles of a test file', () => {
  test('name behaviours in test and it, also when skipped, and say where', () => {
    expect(named("test('[CLM-06] oldest first', () => {});", "it.skip('[CLM-07] passes over', () => {});")).toEqual([
      ['CLM-06', undefined, 'oldest first', 1],
      ['CLM-07', undefined, 'passes over', 2],
    ]);
  });

  test('name several, each with its own mark', () => {
    expect(named("test('[CLM-06] [CLM-31 decided] [CLM-26 unreachable] heads', () => {});")).toEqual([
      ['CLM-06', undefined, 'heads', 1],
      ['CLM-31', 'decided', 'heads', 1],
      ['CLM-26', 'unreachable', 'heads', 1],
    ]);
  });

  test('stand in the second call of test.for and test.each, on a line of their own', () => {
    expect(named("test.for(['[CLM-01]'])(", "  '[LBL-03] %j is not',", '  () => {},', ');')).toEqual([
      ['LBL-03', undefined, '%j is not', 2],
    ]);
    expect(named("test.each([1])('[LBL-01] %d', () => {});")).toEqual([['LBL-01', undefined, '%d', 1]]);
  });

  test('may be templates and sums; what only a run knows is left out', () => {
    expect(named(`test(\`[HB-01] \${name} beats\`, () => {});`, "test('[HB-02] ' + name, () => {});")).toEqual([
      ['HB-01', undefined, '… beats', 1],
      ['HB-02', undefined, '…', 2],
    ]);
  });

  test('read on from the groups they stand in, and a group can name a behaviour itself', () => {
    const source = [
      "describe('[CFG-02] numbers', () => {",
      "  describe('claim', () => { test('[CLM-01] answers', () => {}); });",
      "  test('[CLM-02] tells', () => {});",
      '});',
      "test('[CLM-03] alone', () => {});",
    ];
    expect(named(...source)).toEqual([
      ['CFG-02', undefined, 'numbers', 1],
      ['CLM-01', undefined, 'numbers: claim: answers', 2],
      ['CLM-02', undefined, 'numbers: tells', 3],
      ['CLM-03', undefined, 'alone', 5],
    ]);
  });

  test('are nothing but titles: comments and other strings name nothing', () => {
    expect(named("// [CLM-06]\nconst text = '[CLM-06]';\nexpect('[CLM-06]').toBe(text);")).toEqual([]);
  });

  test('with a mark that does not exist are faults, told with file and line', () => {
    const { mentions, faults } = titlesIn(file, "\ntest('[CLM-06 decidet] [CLM-07, CLM-08] x', () => {});");
    expect(mentions).toEqual([]);
    expect(faults).toEqual([
      `${file}:2: [CLM-06 decidet]: write [CLM-06] or [CLM-06 decided] or [CLM-06 unreachable]`,
      `${file}:2: [CLM-07, CLM-08]: write [CLM-07] or [CLM-07 decided] or [CLM-07 unreachable]`,
    ]);
  });
});

const areas = [
  area({ prefix: 'CLM', name: 'Claim', behaviours: { 'CLM-01': 'Answers ids.', 'CLM-02': 'Tells `a|b`.' } }),
  area({ prefix: 'CAN', name: 'Cancel and end', behaviours: { 'CAN-01': 'Marks.', 'CAN-02': 'Once.' } }),
];

const mention = (id: string, mark?: Mention['mark'], title = 'is so'): Mention => ({ id, mark, title, file, line: 7 });

test('a behaviour that is in no list is a fault, told with file and line', () => {
  expect(unknownIn(areas, [mention('CLM-01'), mention('CLM-1'), mention('CLN-01')])).toEqual([
    `${file}:7: CLM-1 is not in the lists of tooling/src/behaviours/areas`,
    `${file}:7: CLN-01 is not in the lists of tooling/src/behaviours/areas`,
  ]);
});

test.for<[Mention['mark'][], string]>([
  [[], 'not yet'],
  [[undefined], 'tested'],
  [[undefined, 'decided'], 'decided'],
  [['unreachable', 'decided'], 'decided'],
  [['unreachable', 'unreachable'], 'unreachable'],
  [['unreachable', undefined], 'tested'],
])('tests marked %j make a row %s', ([given, status]) => {
  const [claim] = cover(
    areas,
    given.map((mark) => mention('CLM-02', mark)),
  );
  expect(claim?.rows.map((row) => row.status)).toEqual(['not yet', status]);
});

describe('the document', () => {
  const mentions = [
    mention('CLM-02', undefined, 'tells <b> | [x] *y* a_b'),
    mention('CLM-02', undefined, 'tells <b> | [x] *y* a_b'),
    mention('CLM-02', undefined, 'tells once'),
    mention('CAN-01', 'decided', 'marks'),
    mention('CAN-02', 'unreachable', 'once'),
  ];
  const text = renderDocument(cover(areas, mentions));

  test('counts each status, by area and in all', () => {
    expect(text).toContain('| [CLM Claim](#clm-claim) | 1 | 0 | 0 | 1 |\n');
    expect(text).toContain('| [CAN Cancel and end](#can-cancel-and-end) | 0 | 1 | 1 | 0 |\n');
    expect(text).toContain('| **all** | 1 | 1 | 1 | 1 |\n');
  });

  test('has a table for each area, with each test once and linked, and text that stays text', () => {
    const link = `(../${file})`;
    expect(text.slice(text.indexOf('## CLM'))).toBe(
      [
        '## CLM Claim\n',
        '| ID | says | status | tests |',
        '| --- | --- | --- | --- |',
        '| CLM-01 | Answers ids. | not yet |  |',
        `| CLM-02 | Tells \`a\\|b\`. | tested | [tells \\<b\\> \\| \\[x\\] \\*y\\* a\\_b]${link}<br>[tells once]${link} |\n`,
        '## CAN Cancel and end\n',
        '| ID | says | status | tests |',
        '| --- | --- | --- | --- |',
        `| CAN-01 | Marks. | decided | [marks]${link} |`,
        `| CAN-02 | Once. | unreachable | [once]${link} |\n`,
      ].join('\n'),
    );
  });
});
