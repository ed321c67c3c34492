import { queueExecution } from './support/queue.ts';
import { expect, signIn, test } from './support/test.ts';

test('a stranger is led to the sign-in page, and after it to where they wanted to go', async ({ page, stack }) => {
  await page.goto('/executions?state=queued');
  await expect(page).toHaveURL(/\/sign-in\?return=/);
  await page.getByLabel('Operator credential').fill(stack.tokens.operator);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Executions', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/state=queued/);
});

test('a credential that does not fit is refused with what is wrong, and the token is kept nowhere', async ({
  page,
  stack,
}) => {
  await page.goto('/sign-in');
  const attempt = async (token: string, message: RegExp) => {
    await page.getByLabel('Operator credential').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  };
  await attempt(stack.tokens.service, /service credential/);
  await attempt('nonsense', /starts with bth_op_/);
  await attempt(`${stack.tokens.operator}x`, /not known|credential/);
  await signIn(page, stack.tokens.operator);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain('bth_op_');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('signing out ends it', async ({ signedIn: page }) => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Operator credential')).toBeVisible();
  await page.goto('/executions');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a viewer sees why there is nothing to cancel with', async ({ page, stack }) => {
  const executionId = await queueExecution(stack, 'for-viewers');
  await signIn(page, stack.tokens.viewer);
  await page.goto(`/executions/${stack.workspaceId}/${executionId}`);
  await expect(page.getByRole('button', { name: 'Cancel execution' })).toBeDisabled();
  await expect(page.getByText('Your role is viewer')).toBeVisible();
});
