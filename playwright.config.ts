import { chromium, defineConfig } from '@playwright/test';
import { findBrowser } from './tooling/src/browser.ts';

const browser = await findBrowser(chromium.executablePath(), '.cache');

// No globalSetup: the fixtures in e2e/ start what a spec needs. Only the browser is found (or unpacked) here.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // The compiler's output lies beside the specs.
  testIgnore: '**/dist/**',
  outputDir: 'test-results',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./tooling/src/tests/playwright-reporter.ts']],
  use: {
    headless: true,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(browser.executablePath ? { executablePath: browser.executablePath } : {}),
      ...(browser.env ? { env: { ...process.env, ...browser.env } } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
