#!/usr/bin/env node
import { formatSpan, parseSpan } from './index.js';

const usage = 'usage: spans seconds SPAN... | spans format SECONDS | spans sum SPAN...';

function run([command, ...values]) {
  if (values.length === 0) throw new RangeError(usage);
  if (command === 'seconds') return values.map(parseSpan).join('\n');
  if (command === 'format') return values.map((value) => formatSpan(Number(value))).join('\n');
  if (command === 'sum') return formatSpan(values.map(parseSpan).reduce((sum, span) => sum + span, 0));
  throw new RangeError(usage);
}

try {
  console.log(run(process.argv.slice(2)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
