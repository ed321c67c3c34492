import { test as base, type Page } from '@playwright/test';
import { type Stack, startStack } from './stack.ts';

type TestFixtures = {
  /** A page of the console, signed in as an admin. */
  signedIn: Page;
};

/** One stack for all specs of a worker; each spec makes its own runs and runners in it. */
export const test = base.extend<TestFixtures, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from this pattern which fixtures are needed
    async ({}, use) => {
      const stack = await startStack();
      try {
        await use(stack);
      } finally {
        await stack.close();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.consoleUrl),
  signedIn: async ({ page, stack }, use) => {
    await signIn(page, stack.tokens.operator);
    await use(page);
  },
});

export { expect } from '@playwright/test';

/** Signs in as an operator does, from wherever the console leads a stranger. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Operator credential').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
}
