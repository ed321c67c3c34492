// A small house style: nothing that the eye trips over, and nothing that does not parse.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const rules = [
  [/\t/, 'a tab'],
  [/[ \t]+$/, 'space at the end of the line'],
  [/\bvar\s/, '"var"'],
  [/\bdebugger\b/, '"debugger"'],
  [/^.{161,}$/, 'a line of more than 160 characters'],
];

const files = ['src', 'test', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => join(folder, name)),
);
let faults = 0;
const fault = (where, what) => {
  faults++;
  console.log(`${where}: ${what}`);
};

for (const file of files.filter((name) => name.endsWith('.js') && name !== join('tools', 'lint.js'))) {
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      for (const [pattern, what] of rules) if (pattern.test(line)) fault(`${file}:${index + 1}`, what);
    });
  const { status, stderr } = spawnSync(process.execPath, ['--check', join(root, file)], { encoding: 'utf8' });
  if (status !== 0) fault(file, stderr);
}
console.log(`${files.length} files, ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
