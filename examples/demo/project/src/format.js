import { units } from './units.js';

/** Seconds as `1h30m`, without units that are zero. */
export function formatSpan(total) {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`not a number of seconds: ${total}`);
  if (total === 0) return '0s';
  let rest = total;
  let text = '';
  for (const [unit, length] of units) {
    const amount = Math.floor(rest / length);
    if (amount > 0) text += `${amount}${unit}`;
    rest -= amount * length;
  }
  return text;
}
