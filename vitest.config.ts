import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers: 2,
          testTimeout: 60_000,
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.{db,cases,crash,long}.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'cases',
          maxWorkers: 2,
          testTimeout: 60_000,
          include: ['{packages,apps}/*/src/**/*.cases.test.ts'],
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
          name: 'crash',
          include: ['apps/*/src/**/*.crash.test.ts', 'scripts/**/*.crash.test.ts'],
          pool: 'forks',
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['packages/*/src/**/*.long.test.ts', 'apps/*/src/**/*.long.test.ts'],
          globalSetup: ['packages/db/src/testing/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
