/** As the web app's journeys, on the screen of a shop. */
import { defineConfig } from '@playwright/test';
import web from '../web/playwright.config.ts';

export default defineConfig(web, { testDir: './e2e', use: { viewport: { width: 1366, height: 768 } } });
