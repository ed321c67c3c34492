import { untilEvent } from './support/events.ts';
import { processesWith } from './support/processes.ts';
import { demoWorkflow, executionOf, logOf, outcomeOf, submit, untilLogged } from './support/runs.ts';
import { expect, test } from './support/test.ts';

test.setTimeout(180_000);

test('the demo workflow runs to its end, with a failure, a cancellation from the console and a job nobody can run', async ({
  stack,
  signedIn: page,
}) => {
  const runners = [
    await stack.startRunner('runner-x64', 'linux,x64'),
    await stack.startRunner('runner-docker', 'linux,x64,docker'),
    await stack.startRunner('runner-arm64', 'linux,arm64'),
  ];
  const runId = await submit(stack, demoWorkflow());

  await test.step('the failing job is failed, with its log', async () => {
    expect(await outcomeOf(stack, runId, 'test-legacy')).toBe('failed');
    expect(await logOf(stack, runId, 'test-legacy')).toMatch(/not ok|AssertionError|fail 1/);
    expect(await outcomeOf(stack, runId, 'legacy-notes')).toBe('skipped');
  });

  await test.step('what needs only sound jobs succeeds', async () => {
    expect(await outcomeOf(stack, runId, 'report')).toBe('succeeded');
  });

  await test.step('the slow one is cancelled from the console, and its process is gone', async () => {
    await untilLogged(stack, runId, 'soak', ' ');
    expect(processesWith('soak.js', stack.home)).not.toEqual([]);
    const executionId = await executionOf(stack, runId, 'soak');
    await page.goto(`/executions/${stack.workspaceId}/${executionId}`);
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: false }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this execution?' });
    await dialog.getByLabel('Reason').fill('it blocks the release');
    await dialog.getByRole('button', { name: 'Cancel execution' }).click();
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    expect(await outcomeOf(stack, runId, 'soak')).toBe('cancelled');
    await expect.poll(() => processesWith('soak.js', stack.home), { timeout: 15_000 }).toEqual([]);
  });

  await test.step('the one that no runner can serve waits, and the console says why', async () => {
    const executionId = await executionOf(stack, runId, 'gpu-render');
    await page.goto(`/executions/${stack.workspaceId}/${executionId}`);
    await expect(page.getByText('No live runner session offers all of these labels')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: false }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this execution?' });
    await dialog.getByLabel('Reason').fill('no such machine here');
    await dialog.getByRole('button', { name: 'Cancel execution' }).click();
    await untilEvent(stack, executionId, 'runners.job.finished');
    expect(await outcomeOf(stack, runId, 'gpu-render')).toBe('cancelled');
  });

  for (const runner of runners) await runner.stop();
});
