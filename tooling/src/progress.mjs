// Plain JavaScript, because tooling/boot.mjs uses it before the pinned Node.js is installed.

/** @param {number} since a performance.now() reading */
const seconds = (since) => (performance.now() - since) / 1000;

/**
 * Runs a step and shows its name with the seconds gone by: on a terminal as one line that counts up, elsewhere
 * as a line at the start, one every quarter of a minute, and one at the end.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const start = performance.now();
  const terminal = process.stdout.isTTY;
  /** @param {string} text */
  const show = (text) => process.stdout.write(terminal ? `\r\x1b[K${text}` : `${text}\n`);
  show(`  ${label} …`);
  const timer = setInterval(() => show(`  ${label} … ${Math.round(seconds(start))} s`), terminal ? 1000 : 15_000);
  try {
    const result = await work();
    show(`✓ ${label} ${seconds(start).toFixed(1)} s${terminal ? '\n' : ''}`);
    return result;
  } catch (error) {
    show(`✗ ${label} ${seconds(start).toFixed(1)} s${terminal ? '\n' : ''}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
