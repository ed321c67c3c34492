import { units } from './units.js';

const seconds = new Map(units);

/** `1h30m` as seconds. Units go from long to short, each at most once. */
export function parseSpan(text) {
  const parts = [...text.matchAll(/(\d+)([a-z])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text)
    throw new RangeError(`not a span: "${text}"`);
  let total = 0;
  let previous = Number.POSITIVE_INFINITY;
  for (const [, amount, unit] of parts) {
    const length = seconds.get(unit);
    if (length === undefined) throw new RangeError(`"${unit}" is no unit of time`);
    if (length >= previous) throw new RangeError(`"${unit}" stands in the wrong place in "${text}"`);
    previous = length;
    total += Number(amount) * length;
  }
  return total;
}
