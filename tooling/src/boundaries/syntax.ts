import { parseSync, Visitor } from 'vite';

/** Something a file does or says, with the line it stands on. */
export type Fact = { kind: 'uses' | 'says'; what: string; line: number };

/** Globals through which a function reads or changes the world. */
const ambient = new Set(['process', 'Date', 'Math', 'performance', 'crypto', 'globalThis']);
const ambientCalls = new Set(['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);

/**
 * What a TypeScript file uses of its surroundings (`Date.now`, `new Date()`, `process.env`, `fetch()`) and the texts
 * in its strings and templates. Comments and types say nothing here: it is the syntax tree that is read.
 */
export function factsOf(path: string, source: string): Fact[] {
  const facts: Fact[] = [];
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const add = (kind: Fact['kind'], what: string, start: number) =>
    facts.push({ kind, what, line: source.slice(0, start).split('\n').length });

  new Visitor({
    MemberExpression({ object, property, start }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier' || !ambient.has(object.name)) return;
      add('uses', `${object.name}.${property.name}`, start);
    },
    VariableDeclarator({ init, start }) {
      if (init?.type === 'Identifier' && ambient.has(init.name)) add('uses', `${init.name}.*`, start);
    },
    NewExpression({ callee, arguments: given, start }) {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0)
        add('uses', 'new Date()', start);
    },
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type === 'Identifier' && ambientCalls.has(callee.name)) add('uses', `${callee.name}()`, start);
      const [first] = given;
      const method =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
      // Drizzle's way to say it: .for('update')
      if (method === 'for' && first?.type === 'Literal') add('says', `for ${String(first.value)}`, start);
    },
    Literal({ value, start }) {
      if (typeof value === 'string') add('says', value, start);
    },
    TemplateElement({ value, start }) {
      add('says', value.cooked ?? value.raw, start);
    },
  }).visit(program);
  return facts;
}
