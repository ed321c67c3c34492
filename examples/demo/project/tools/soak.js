// Reads and writes random spans for as many seconds as it is told, and says every few seconds how it goes.
import { setTimeout as pause } from 'node:timers/promises';
import { formatSpan, parseSpan } from '../src/index.js';

const [duration = '150', pauseMs = '20'] = process.argv.slice(2);
const start = performance.now();
const elapsed = () => Math.round((performance.now() - start) / 1_000);
let checked = 0;
let said = 0;

while (elapsed() < Number(duration)) {
  for (let round = 0; round < 2_000; round++) {
    const seconds = Math.floor(Math.random() * 10_000_000);
    const text = formatSpan(seconds);
    if (parseSpan(text) !== seconds) throw new Error(`${seconds} became ${text}, which is ${parseSpan(text)}`);
    checked++;
  }
  if (elapsed() >= said + 5) {
    said = elapsed();
    const megabytes = Math.round(process.memoryUsage().heapUsed / 1_000_000);
    console.log(`${formatSpan(said)} of ${formatSpan(Number(duration))}: ${checked} spans, ${megabytes} MB of heap`);
    if (megabytes > 200) throw new Error('the heap grows');
  }
  // Leaves the machine to the other jobs: a soak is about time, not load.
  await pause(Number(pauseMs));
}
console.log(`${checked} spans, all the same there and back`);
