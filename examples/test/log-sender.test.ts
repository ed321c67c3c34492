import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logBufferBytesMax, type Send, sendLog } from '../runner/log-sender.ts';
import { OrchestratorRefusal } from '../runner/orchestrator.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

/** Takes chunks as the orchestrator does; `fail` says how the next calls end. */
function receiver() {
  let text = '';
  let calls = 0;
  const fail: ('lost reply' | 'away' | 'refuse')[] = [];
  const send: Send = async (offset, chunk) => {
    calls++;
    const how = fail.shift();
    if (how === 'refuse') throw new OrchestratorRefusal('no');
    if (how !== 'away') {
      if (offset > text.length) throw new OrchestratorRefusal('a gap');
      text = text.slice(0, offset) + chunk.toString('latin1');
    }
    if (how) throw new Error('fetch failed');
  };
  return { send, fail, text: () => text, calls: () => calls };
}

describe('a log on its way', () => {
  test('arrives whole and in order, many lines at a time', async () => {
    const there = receiver();
    const log = sendLog(there.send, () => undefined);
    for (let line = 0; line < 1_000; line++) log.write(`line ${line}\n`);
    await vi.advanceTimersByTimeAsync(1_000);
    log.write('last\n');
    await log.end(never);
    expect(there.text().split('\n')).toHaveLength(1_002);
    expect(there.calls()).toBe(2);
  });

  test('survives an orchestrator that is away for a while, without loss or doubling', async () => {
    const there = receiver();
    const log = sendLog(there.send, () => undefined);
    there.fail.push('away', 'lost reply', 'away', 'lost reply');
    log.write('one ');
    await vi.advanceTimersByTimeAsync(500);
    log.write('two ');
    await vi.advanceTimersByTimeAsync(20_000);
    log.write('three');
    await log.end(never);
    expect(there.text()).toBe('one two three');
  });

  test('is cut where the buffer is full, and says so', async () => {
    const there = receiver();
    const log = sendLog(there.send, () => undefined);
    there.fail.push(...Array<'away'>(5).fill('away'));
    log.write(Buffer.alloc(logBufferBytesMax, 'x'));
    log.write('too much');
    await vi.advanceTimersByTimeAsync(60_000);
    log.write('more');
    await log.end(never);
    expect(there.text().slice(logBufferBytesMax)).toBe(
      '\n[8 bytes of log were dropped: the orchestrator could not be reached]\nmore',
    );
  });

  test('is given up when it is refused', async () => {
    const there = receiver();
    const given: unknown[] = [];
    const log = sendLog(there.send, (error) => given.push(error));
    there.fail.push('refuse');
    log.write('one');
    await vi.advanceTimersByTimeAsync(500);
    log.write('two');
    await log.end(never);
    expect([there.text(), there.calls(), given.length]).toEqual(['', 1, 1]);
  });

  test('holds up the end of its job only so long', async () => {
    const there = receiver();
    const log = sendLog(there.send, () => undefined);
    there.fail.push(...Array<'away'>(1_000).fill('away'));
    log.write('one');
    const ended = log.end(never);
    await vi.advanceTimersByTimeAsync(15_001);
    await ended;
  });

  test('does not hold up a job whose lease is lost', async () => {
    const there = receiver();
    const log = sendLog(there.send, () => undefined);
    there.fail.push(...Array<'away'>(1_000).fill('away'));
    log.write('one');
    const lost = new AbortController();
    const ended = log.end(lost.signal);
    await vi.advanceTimersByTimeAsync(10);
    lost.abort();
    await ended;
  });
});
