/** Measures in the draw room: one official proposes, the same one cannot decide, another approves, and it holds for everybody. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { checkPage } from './check-page.ts';
import { caller, fillDraw, person, scheduleDraw, until } from './platform.ts';

async function room(browser: Browser, start: string, contestId: string): Promise<Page> {
  const { colorScheme, locale, viewport } = test.info().project.use;
  const context = await browser.newContext({
    ...(colorScheme ? { colorScheme } : {}),
    locale: locale ?? 'ca-AD',
    viewport: viewport ?? { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`/console/draws/${contestId}`);
  const { email, password } = person(start);
  await page.getByLabel('Adreça electrònica').fill(email);
  await page.getByLabel('Contrasenya').fill(password);
  await page.getByRole('button', { name: 'Entra' }).click();
  return page;
}

test('a draw is postponed and then made void, each by two officials, and every stake goes back', async ({ browser }) => {
  const draw = await scheduleDraw('Cims 6/45', 900_000);
  await fillDraw(draw.id, 5);
  const anyone = await caller('nuria@');
  const one = await room(browser, 'oficial1@', draw.id);
  const measures = (page: Page) => page.getByRole('region', { name: 'Mesures de dues persones' });

  await test.step('one proposes a later close, and cannot approve it', async () => {
    await measures(one).getByRole('button', { name: 'Ajorna' }).click();
    const dialog = one.getByRole('dialog', { name: 'Ajorna' });
    const later = async (label: string) => {
      const field = dialog.getByLabel(label);
      await field.fill((await field.inputValue()).replace(/^\d{4}/, (year) => String(Number(year) + 1)));
    };
    await later('Sorteig nou');
    await later('Tancament nou');
    await dialog.getByLabel('Motiu').fill('no hi ha corrent a la sala');
    await checkPage(one, 'console-measure-proposal');
    await dialog.getByRole('button', { name: 'Proposa' }).click();
    await measures(one).getByRole('button', { name: 'Aprova' }).click();
    await expect(measures(one).getByRole('alert')).toBeVisible();
    await checkPage(one, 'console-measure-waits');
  });

  const two = await room(browser, 'oficial2@', draw.id);
  await test.step('another approves: the close has moved', async () => {
    await measures(two).getByRole('button', { name: 'Aprova' }).click();
    await expect
      .poll(async () => Date.parse((await anyone.get<{ closesAt: string }>(`/v1/contests/${draw.id}`)).closesAt), { timeout: 30_000 })
      .toBeGreaterThan(Date.now() + 300 * 86_400_000);
  });

  await test.step('then one proposes to make it void and another approves', async () => {
    await measures(two).getByRole('button', { name: 'Anul·la' }).click();
    const dialog = two.getByRole('dialog', { name: 'Anul·la' });
    await dialog.getByLabel('Motiu').fill('la sala no obrirà');
    await dialog.getByRole('button', { name: 'Proposa' }).click();
    await measures(one).getByRole('button', { name: 'Aprova' }).click();
    await until(anyone, draw.id, ['void']);
    await expect(one.getByRole('heading', { name: 'Sorteig anul·lat' })).toBeVisible();
    await expect(measures(one).getByText('la sala no obrirà')).toBeVisible();
    await checkPage(one, 'console-measures');
  });
});
