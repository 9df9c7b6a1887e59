import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.cases.test.ts', '**/*.long.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'cases',
          include: ['packages/*/src/**/*.cases.test.ts'],
        },
      },
      {
        test: {
          name: 'db',
          include: ['packages/*/src/**/*.db.test.ts', 'apps/*/src/**/*.db.test.ts'],
          globalSetup: ['packages/db/src/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['packages/*/src/**/*.long.test.ts', 'apps/*/src/**/*.long.test.ts'],
          testTimeout: 600_000,
        },
      },
    ],
  },
});
