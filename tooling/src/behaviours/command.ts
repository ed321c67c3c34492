import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { Problem } from '../problem.ts';
import { areas } from './areas.ts';
import { countOf, cover, statuses, unknownIn } from './coverage.ts';
import { renderDocument } from './document.ts';
import { titlesIn } from './titles.ts';

const path = 'docs/behaviours.md';
const tests = [
  '{packages,apps}/*/test/**/*.test.{ts,tsx}',
  '{examples,tooling}/test/**/*.test.ts',
  'e2e/**/*.{test,spec}.ts',
];

/**
 * Writes docs/behaviours.md anew.
 * @throws Problem when a title names a behaviour that is not in the lists
 */
export function writeBehaviours(): void {
  const { text, note } = readBehaviours();
  writeFileSync(join(root, path), text);
  console.log(`${path}: ${note}`);
}

/**
 * Whether docs/behaviours.md says what the tests and the lists say.
 * @throws Problem when a title names a behaviour that is not in the lists
 */
export function behavioursAreFresh(): { fresh: boolean; note: string } {
  const { text, note } = readBehaviours();
  const written = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
  return { fresh: written === text, note };
}

function readBehaviours(): { text: string; note: string } {
  const files = globSync(tests, { cwd: root, exclude: ['**/node_modules/**', 'e2e/dist/**'] }).sort();
  const found = files.map((file) => titlesIn(file, readFileSync(join(root, file), 'utf8')));
  const mentions = found.flatMap((titles) => titles.mentions);
  const faults = [...found.flatMap((titles) => titles.faults), ...unknownIn(areas, mentions)];
  if (faults.length > 0) throw new Problem(faults.join('\n'));

  const covered = cover(areas, mentions);
  const count = countOf(covered.flatMap(({ rows }) => rows));
  return {
    text: renderDocument(covered),
    note: statuses.map((status) => `${count[status]} ${status}`).join(', '),
  };
}
