import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** The distribution's browser where there is one; otherwise Playwright's own. */
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  outputDir: process.env.E2E_OUTPUT_DIR ?? 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.PLATFORM_URL ?? 'http://localhost:4000',
    actionTimeout: 30_000,
    locale: 'ca-AD',
    viewport: { width: 1366, height: 768 },
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(existsSync(chromium) ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'light', use: { colorScheme: 'light' } },
    { name: 'dark', use: { colorScheme: 'dark' } },
  ],
});
