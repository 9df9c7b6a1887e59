import { existsSync, mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The page as it stands: no accessibility violation, nothing wider than the screen, and a picture of it. It is unfolded to its whole height
 * first, so that what a sticky bar covers for a moment is not taken for hidden.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height: Math.max(height, size.height) });
  const theme = test.info().project.name;
  const kept = process.env.SCREENS_DIR;
  if (kept && !existsSync(kept)) mkdirSync(kept, { recursive: true });
  await page.screenshot({ path: kept ? `${kept}/${name}-${theme}.png` : test.info().outputPath(`${name}.png`) });
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
    `accessibility of ${name}`,
  ).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}
