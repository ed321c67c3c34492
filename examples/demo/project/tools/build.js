// Copies what is shipped into the folder given, and stamps it with the version and what it was made of.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('usage: build.js TARGET');

mkdirSync(target, { recursive: true });
cpSync(join(root, 'src'), join(target, 'src'), { recursive: true });
cpSync(join(root, 'package.json'), join(target, 'package.json'));
const files = readdirSync(join(target, 'src')).sort();
const digest = createHash('sha256');
for (const file of files) digest.update(file).update(readFileSync(join(target, 'src', file)));
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(
  join(target, 'BUILD.json'),
  `${JSON.stringify({ name, version, files, digest: digest.digest('hex') }, null, 2)}\n`,
);
console.log(`${name} ${version}: ${files.length} files in ${target}`);
