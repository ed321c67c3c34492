// Plain JavaScript, because tooling/boot.mjs uses it before the pinned Node.js is installed.

/** @param {number} since a performance.now() reading */
const seconds = (since) => (performance.now() - since) / 1000;

/**
 * Runs a step and shows its name with the seconds gone by: on a terminal as one line that counts up, elsewhere as a
 * line at the end, and for a long step one every ten seconds before that.
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
  /** @param {string} mark */
  const finish = (mark) => show(`${mark} ${label} ${seconds(start).toFixed(1)} s${terminal ? '\n' : ''}`);
  const timer = setInterval(() => show(`  ${label} … ${Math.round(seconds(start))} s`), terminal ? 1000 : 10_000);
  if (terminal) show(`  ${label} …`);
  try {
    const result = await work();
    finish('✓');
    return result;
  } catch (error) {
    finish('✗');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
