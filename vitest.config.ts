import { defineConfig } from 'vitest/config';

// Tests that need no database. Everything else counts as an integration test and gets one.
const unit = [
  'packages/dto/test/**/*.test.ts',
  'tooling/test/**/*.test.ts',
  'apps/admin/test/**/*.test.ts',
  '{packages,apps}/*/test/unit/**/*.test.ts',
  '{packages,apps}/*/test/**/*.rules.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    reporters: ['default', './tooling/src/tests/vitest-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: unit, testTimeout: 20_000 } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{packages,apps}/*/test/**/*.test.ts', 'examples/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...unit],
          globalSetup: ['./vitest.global.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
