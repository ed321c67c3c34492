// Writes a page about the package in the folder given.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: report.js FOLDER');
const build = JSON.parse(readFileSync(join(folder, 'BUILD.json'), 'utf8'));
const lines = [
  `# ${build.name} ${build.version}`,
  '',
  `Built from ${build.files.length} files, digest ${build.digest.slice(0, 16)}.`,
  '',
  '| file | bytes |',
  '| --- | ---: |',
  ...readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => `| ${name} | ${statSync(join(folder, name)).size} |`),
];
const page = `${lines.join('\n')}\n`;
writeFileSync(join(folder, 'report.md'), page);
console.log(page);
