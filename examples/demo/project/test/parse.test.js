import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpan } from '../src/index.js';

for (const [text, seconds] of [
  ['0s', 0],
  ['45s', 45],
  ['90s', 90],
  ['1m', 60],
  ['1h30m', 5_400],
  ['2d4h', 187_200],
  ['1w2d3h4m5s', 788_645],
]) {
  test(`${text} is ${seconds} seconds`, () => assert.equal(parseSpan(text), seconds));
}

for (const text of ['', '5', 'h', '1x', '1m1h', '1h1h', '-1h', '1h 30m', '1.5h']) {
  test(`"${text}" is refused`, () => assert.throws(() => parseSpan(text), RangeError));
}
