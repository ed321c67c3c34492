import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSpan, parseSpan } from '../src/index.js';

test('zero units are left out', () => {
  assert.equal(formatSpan(3_601), '1h1s');
  assert.equal(formatSpan(604_800), '1w');
  assert.equal(formatSpan(0), '0s');
});

test('what is no number of seconds is refused', () => {
  for (const value of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => formatSpan(value), RangeError);
});

test('every span up to a day and a half survives the way there and back', () => {
  for (let seconds = 0; seconds <= 129_600; seconds++) assert.equal(parseSpan(formatSpan(seconds)), seconds);
});
