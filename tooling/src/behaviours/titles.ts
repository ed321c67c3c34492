import { type ESTree, parseSync, Visitor } from 'vite';

/** How a test may speak of a behaviour beyond proving it as it stands. */
const marks = ['decided', 'unreachable'] as const;
export type Mark = (typeof marks)[number];

/** One behaviour that one test, or one group of tests, names in its title. */
export type Mention = { id: string; mark?: Mark | undefined; title: string; file: string; line: number };

/** What is wrong, as `file:line: what`. */
export type Titles = { mentions: Mention[]; faults: string[] };

/**
 * The behaviours that the titles of one test file name in brackets: `[CLM-06]`, `[EXP-23 decided]`. A title says them
 * under the titles of the groups it stands in, since many a title is read as the end of their sentence.
 */
export function titlesIn(file: string, source: string): Titles {
  const found: Titles = { mentions: [], faults: [] };
  const groups: { call: ESTree.CallExpression; title: string }[] = [];
  new Visitor({
    CallExpression(call) {
      const kind = rootName(call.callee);
      const title = call.arguments[0] && textOf(call.arguments[0]);
      if (title === undefined || !/^(test|it|describe)$/.test(kind)) return;
      const path = [...groups.map((group) => group.title), withoutIds(title)].join(': ');
      const line = source.slice(0, call.arguments[0]?.start).split('\n').length;
      collect(title, { title: path, file, line }, found);
      if (kind === 'describe') groups.push({ call, title: withoutIds(title) });
    },
    'CallExpression:exit'(call) {
      if (groups.at(-1)?.call === call) groups.pop();
    },
  }).visit(parseSync(file, source).program);
  return found;
}

function collect(title: string, place: Omit<Mention, 'id' | 'mark'>, found: Titles): void {
  for (const [whole, id = '', rest = ''] of title.matchAll(ids)) {
    const word = rest.trim();
    const mark = marks.find((known) => known === word);
    if (word === '') found.mentions.push({ id, ...place });
    else if (mark) found.mentions.push({ id, mark, ...place });
    else
      found.faults.push(
        `${place.file}:${place.line}: ${whole}: write [${id}] or [${id} ${marks.join(`] or [${id} `)}]`,
      );
  }
}

const ids = /\[([A-Z]{2,}-\d+)([^\]]*)\]/g;

const withoutIds = (title: string) => title.replace(ids, '').replace(/\s+/g, ' ').trim();

/** `test` for `test(…)`, `test.for(cases)(…)` and `test.skip(…)`. */
function rootName(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootName(callee.object);
  return callee.type === 'CallExpression' ? rootName(callee.callee) : '';
}

/** The text of a string as it stands in the source; `…` for what is known only when it runs. */
function textOf(node: ESTree.Argument | ESTree.PrivateInExpression['left']): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
  if (node.type !== 'BinaryExpression') return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`;
}
