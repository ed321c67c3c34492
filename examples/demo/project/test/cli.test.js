import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../src/cli.js', import.meta.url));
const spans = (...args) => spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });

test('seconds', () => assert.equal(spans('seconds', '1h30m', '5s').stdout, '5400\n5\n'));
test('format', () => assert.equal(spans('format', '5400').stdout, '1h30m\n'));
test('sum', () => assert.equal(spans('sum', '50m', '40m').stdout, '1h30m\n'));

test('a wrong call explains itself and exits with 2', () => {
  const { status, stderr } = spans('seconds', 'soon');
  assert.equal(status, 2);
  assert.match(stderr, /not a span: "soon"/);
  assert.match(spans().stderr, /^usage: /);
});
