import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { queueExecution } from './support/queue.ts';
import { expect, test } from './support/test.ts';

const shots = 'test-results/screens';

test('the list is live: what is queued elsewhere shows up without a reload', async ({ stack, signedIn: page }) => {
  await page.goto('/executions?labels=live-list');
  await expect(page.getByRole('heading', { name: 'Executions', level: 1 })).toBeVisible();
  const executionId = await queueExecution(stack, 'live-list');
  await expect(page.getByRole('row').filter({ hasText: executionId.slice(0, 8) })).toBeVisible({ timeout: 15_000 });
});

test('filters stand in the address, and narrow the list', async ({ stack, signedIn: page }) => {
  const executionId = await queueExecution(stack, 'filter-me');
  await page.goto('/executions?labels=filter-me');
  const row = page.getByRole('row').filter({ hasText: executionId.slice(0, 8) });
  await expect(row).toBeVisible();
  await page.goto('/executions?labels=filter-me&state=finished');
  await expect(page.getByRole('heading', { name: 'Executions', level: 1 })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('with the keyboard alone: jump to an id, read why it waits, cancel it with a reason', async ({
  stack,
  signedIn: page,
}) => {
  const executionId = await queueExecution(stack, 'keyboard-only');
  await page.keyboard.press('/');
  await page.keyboard.type(executionId);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No live runner session offers all of these labels')).toBeVisible();
  const cancel = page.getByRole('button', { name: 'Cancel execution' });
  for (let n = 0; n < 40 && !(await isFocused(cancel)); n++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this execution?' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('no');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel execution' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('say why, in at least 3 characters')).toBeVisible();
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.press('End');
  await page.keyboard.type(' such machine');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel execution' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('no such machine')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
});

test('an address of an execution that is not there says so', async ({ stack, signedIn: page }) => {
  await page.goto(`/executions/${stack.workspaceId}/0190a000-0000-7000-8000-00000000dead`);
  await expect(page.getByText(/no such execution/i).first()).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`every page is accessible in the ${colorScheme} theme`, async ({ stack, browser }) => {
    const executionId = await queueExecution(stack, 'for-axe');
    const context = await browser.newContext({
      baseURL: stack.consoleUrl,
      colorScheme,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await page.goto('/sign-in');
    await expectAccessible(page, `sign-in-${colorScheme}`);
    await page.getByLabel('Operator credential').fill(stack.tokens.operator);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    await expect(page.getByText('expire-leases')).toBeVisible();
    await expectAccessible(page, `overview-${colorScheme}`);
    await page.goto('/executions');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page, `executions-${colorScheme}`);
    await page.goto(`/executions/${stack.workspaceId}/${executionId}`);
    await expect(page.getByText('No live runner session offers all of these labels')).toBeVisible();
    await expectAccessible(page, `execution-${colorScheme}`);
    await page.getByRole('button', { name: 'Cancel execution' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, `cancel-${colorScheme}`);
    await context.close();
  });

test('no page leaves an error in the browser', async ({ stack, signedIn: page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  const executionId = await queueExecution(stack, 'no-errors');
  for (const path of ['/', '/executions', `/executions/${stack.workspaceId}/${executionId}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(page.getByText('No live runner session offers all of these labels')).toBeVisible();
  expect(errors).toEqual([]);
});

type Locator = ReturnType<Page['getByRole']>;

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

async function tabTo(page: Page, locator: Locator): Promise<void> {
  for (let n = 0; n < 20; n++) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  await expect(locator).toBeFocused();
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${shots}/${name}.png` });
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target) }))).toEqual([]);
}
