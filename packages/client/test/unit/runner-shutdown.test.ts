import { describe, expect, test } from 'vitest';
import { createRunner } from '../../src/runner/runner.ts';
import { fakeBerth, noAnswer } from './fake-berth.ts';
import { longJob, seconds, start, useFakeTime } from './loop.ts';

useFakeTime();

describe('shutdown', () => {
  test('drains: no further claim, the job finishes, the session is closed', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    const { runner, ended } = start(berth, job.run);
    await seconds(1);
    const drained = runner.drain();
    berth.queue();
    await seconds(200);
    expect([runner.state, berth.count('claim'), job.reasons()]).toEqual(['draining', 1, [undefined]]);
    job.finish('succeeded');
    await drained;
    expect(await ended).toBe('resolved');
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('succeeded');
    expect([runner.state, berth.sent.at(-1)?.name]).toEqual(['stopped', 'close']);
  });

  test('ends a waiting claim when it drains', async () => {
    const berth = fakeBerth();
    const { runner, ended } = start(berth, async () => 'succeeded');
    await seconds(1);
    await runner.drain();
    expect(await ended).toBe('resolved');
  });

  test('aborts the job on the second call and reports it as cancelled', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    const { runner, ended } = start(berth, job.run);
    await seconds(1);
    void runner.drain();
    await runner.drain();
    expect(await ended).toBe('resolved');
    expect(job.reasons()).toEqual(['Shutdown']);
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('cancelled');
  });

  test('does not wait for ever for a report that nobody takes', async () => {
    const berth = fakeBerth();
    const job = longJob();
    berth.queue();
    berth.always('complete', noAnswer());
    berth.always('close', noAnswer());
    const { runner, ended } = start(berth, job.run);
    await seconds(1);
    void runner.stop();
    await seconds(30);
    expect(await ended).toBe('resolved');
  });

  test('is begun by the signal given to run', async () => {
    const berth = fakeBerth();
    const job = longJob();
    const lease = berth.queue();
    const stop = new AbortController();
    const runner = createRunner({
      url: '',
      registrationToken: 'registration',
      labels: ['linux'],
      run: job.run,
      client: berth.client,
    });
    const ended = runner.run(stop.signal);
    await seconds(1);
    stop.abort();
    await ended;
    expect(berth.lease(lease.leaseToken)?.outcome).toBe('cancelled');
  });

  test('before the start means that nothing starts', async () => {
    const berth = fakeBerth();
    const runner = createRunner({
      url: '',
      registrationToken: 'registration',
      labels: ['linux'],
      run: async () => 'succeeded',
      client: berth.client,
    });
    await runner.drain();
    await runner.run();
    expect(berth.sent).toEqual([]);
  });
});
