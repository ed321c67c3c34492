import type { Fact } from './syntax.ts';

/** What may not stand in a file. */
export type ContentRule = {
  name: string;
  comment: string;
  /** The files it holds for, by their path from the checkout. */
  appliesTo(path: string): boolean;
  forbids(fact: Fact): boolean;
};

const rowLock = /\bfor\s+(no\s+key\s+)?update\b|\bfor\s+(key\s+)?share\b/i;
const namedLock = /\bpg_(try_)?advisory|\block\s+table\b/i;
const clockAndChance = /^(Date\.(now|\*)|new Date\(\)|Math\.(random|\*)|performance\.now|crypto\.randomUUID)$/;

const shippedCode = (path: string) =>
  /^(packages|apps)\/[^/]+\/src\//.test(path) && !path.startsWith('packages/testing/');

export const contentRules: ContentRule[] = [
  {
    name: 'rules-have-no-effects',
    comment:
      'A rule gives the same answer to the same arguments, so that a table can test it: take `now` and the like as arguments.',
    appliesTo: (path) => path.endsWith('.rules.ts'),
    forbids: ({ kind, what }) =>
      kind === 'uses' && (clockAndChance.test(what) || /^(process|globalThis)\.|\(\)$/.test(what)),
  },
  {
    name: 'core-reads-no-surroundings',
    comment:
      "An operation's time is the database's, its chance and settings come in through `deps`: tests set them there.",
    appliesTo: (path) => path.startsWith('packages/core/src/') && !path.endsWith('.rules.ts'),
    forbids: ({ kind, what }) => kind === 'uses' && (clockAndChance.test(what) || what.startsWith('process.')),
  },
  {
    name: 'environment-is-read-once',
    comment: 'All variables are read and judged together at the start (config): take the value from the configuration.',
    appliesTo: (path) => path.startsWith('apps/api/src/') && !/^apps\/api\/src\/(main|cli|config[^/]*)\.ts$/.test(path),
    forbids: ({ kind, what }) => kind === 'uses' && /^process\.(env|\*)$/.test(what),
  },
  {
    name: 'row-locks-stand-in-db',
    comment:
      'The order of locks can be judged only where they stand together: call a named query of packages/db, or lock().',
    appliesTo: (path) => shippedCode(path) && !path.startsWith('packages/db/src/'),
    forbids: ({ kind, what }) => kind === 'says' && (rowLock.test(what) || namedLock.test(what)),
  },
  {
    name: 'named-locks-stand-in-the-ladder',
    comment:
      'A lock taken beside the ladder is a deadlock waiting for load: give it a rank and call lock() of db/src/locks.',
    appliesTo: (path) => path.startsWith('packages/db/src/') && !path.startsWith('packages/db/src/locks/'),
    forbids: ({ kind, what }) => kind === 'says' && namedLock.test(what),
  },
];
