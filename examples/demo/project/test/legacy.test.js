import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLegacySpan } from '../src/index.js';

test('two parts are hours and minutes', () => assert.equal(parseLegacySpan('1:30'), 5_400));

// A known fault: the legacy reader drops the hours of a span with three parts.
test('three parts are hours, minutes and seconds', () => assert.equal(parseLegacySpan('1:30:00'), 5_400));
