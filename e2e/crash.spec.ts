import { eventsOf, typesOf, untilEvent } from './support/events.ts';
import { executionOf, jobOf, logOf, oneJob, outcomeOf, submit, untilLogged } from './support/runs.ts';
import { expect, test } from './support/test.ts';

test.setTimeout(120_000);

test('a runner killed in mid-job: its lease expires in the event log and in the console', async ({
  stack,
  signedIn: page,
}) => {
  const runner = await stack.startRunner('runner-doomed', 'doomed');
  const runId = await submit(stack, oneJob('doomed', 'doomed', 300));
  await untilLogged(stack, runId, 'doomed', 'before');
  const executionId = await executionOf(stack, runId, 'doomed');
  await page.goto(`/executions/${stack.workspaceId}/${executionId}`);
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();

  await runner.killHard();

  await untilEvent(stack, executionId, 'runners.job.lease_expired');
  expect(await typesOf(stack, executionId)).not.toContain('runners.job.finished');
  await expect(page.getByText('Lost', { exact: true }).first()).toBeVisible({ timeout: 15_000 });
  expect(await outcomeOf(stack, runId, 'doomed')).toBe('lost');
});

test('the api killed in mid-run loses nothing: what ran goes on, what waited runs, each once', async ({ stack }) => {
  const runner = await stack.startRunner('runner-steady', 'steady');
  const runIds = [
    await submit(stack, oneJob('first', 'steady', 6)),
    await submit(stack, oneJob('second', 'steady', 1)),
  ];
  const [first = '', second = ''] = runIds;
  await untilLogged(stack, first, 'first', 'before');
  const waiting = await executionOf(stack, second, 'second');

  await stack.api().killHard();
  await stack.restartApi();

  expect(await outcomeOf(stack, first, 'first')).toBe('succeeded');
  expect(await outcomeOf(stack, second, 'second')).toBe('succeeded');
  expect(await logOf(stack, first, 'first')).toContain('after');
  const once = ['runners.job.queued', 'runners.job.claimed', 'runners.job.finished'];
  const { executionId } = await jobOf(stack, first, 'first');
  for (const id of [executionId ?? '', waiting]) {
    await untilEvent(stack, id, 'runners.job.finished');
    expect((await eventsOf(stack, id)).map((event) => event.type)).toEqual(once);
  }
  await runner.stop();
});
