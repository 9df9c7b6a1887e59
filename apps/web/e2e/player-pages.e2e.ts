/** Pages that need no account, and finance's page of players' payments. */
import { expect, type Page, test } from '@playwright/test';
import { checkPage } from './check-page.ts';
import { BIRTH_DATE, type Credentials, person } from './platform.ts';

test('anyone reads the rules of a game in their language and checks a ticket by its number', async ({ page }) => {
  await page.goto('/rules');
  // Other journeys register games of the same name.
  await page.locator('a[href="/rules/cims-645"]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cims 6/45' })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await checkPage(page, 'shop-rules');
  await page.setViewportSize({ width: 360, height: 780 });
  await checkPage(page, 'shop-rules-360');
  await page.setViewportSize({ width: 1280, height: 900 });
  const catalan = await page.getByRole('main').textContent();
  await page.getByRole('button', { name: 'Français' }).first().click();
  await expect(page.getByRole('link', { name: 'Règles des jeux' }).first()).toBeVisible();
  expect(await page.getByRole('main').textContent()).not.toBe(catalan);
  await page.getByRole('button', { name: 'Català' }).first().click();

  await page.goto('/check');
  await page.getByRole('button', { name: 'Comprova’l' }).click();
  await expect(page.getByText('Escriu el número del bitllet.')).toBeVisible();
  await page.getByLabel('Número del bitllet').fill('7KQ2-M0XD-9HFT-4W8B-63');
  await page.getByRole('button', { name: 'Comprova’l' }).click();
  await expect(page.getByText('No hi ha cap bitllet amb aquest número. Revisa’l.')).toBeVisible();
  await checkPage(page, 'shop-check');
});

test('a verified player takes money out: the file for the bank, an answer with a wrong line that is refused whole, and the payment', async ({
  page,
  browser,
}) => {
  await page.goto('/account/withdraw');
  await signIn(page, person('marc@'), BIRTH_DATE);
  await expect(page.getByTestId('balance')).toBeVisible();
  await page.getByLabel('Import de la retirada').fill('999999');
  await page.getByRole('button', { name: 'Demana la retirada' }).click();
  await expect(page.getByText(/Pots retirar com a molt/)).toBeVisible();
  await page.getByLabel('Import de la retirada').fill('12,34');
  await page.getByRole('button', { name: 'Demana la retirada' }).click();
  await expect(page.getByText('Demanada. S’enviarà al banc amb el pròxim fitxer.')).toBeVisible();
  await expect(page.getByText('Aprovada').first()).toBeVisible();
  await checkPage(page, 'shop-withdraw-asked');

  const { colorScheme } = test.info().project.use;
  const context = await browser.newContext({ ...(colorScheme ? { colorScheme } : {}), locale: 'ca-AD' });
  const desk = await context.newPage();
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.goto('/console/payments');
  await signIn(desk, person('finances@'));
  await desk.getByRole('button', { name: 'Escriu el fitxer' }).click();
  await expect(desk.getByText(/al fitxer/)).toBeVisible();
  const address = String(await desk.getByRole('link', { name: /^BAT-/ }).first().getAttribute('href'));
  const file = await (await desk.request.get(address)).text();
  const [, endToEndId = ''] = /<EndToEndId>(wdr-[0-9A-Z]+)<\/EndToEndId>/.exec(file) ?? [];
  expect(file).toContain('<InstdAmt Ccy="EUR">12.34</InstdAmt>');
  const answer = async (...lines: string[]) =>
    desk.getByLabel('Fitxer del banc').setInputFiles({
      name: 'answers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['end_to_end_id,status,amount,reason', ...lines].join('\n')),
    });
  await answer(`${endToEndId},ACSC,12.34,`, 'nobody,ACSC,1.00,');
  await expect(desk.getByText('line 3: names no payment of ours')).toBeVisible();
  await checkPage(desk, 'console-payments');
  await answer(`${endToEndId},ACSC,12.34,`);
  await expect(desk.getByText('Pres: 1 pagaments, 1 pagats, 0 retornats.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Pagada').first()).toBeVisible();
});

async function signIn(page: Page, { email, password }: Credentials, birthDate?: string): Promise<void> {
  await page.getByLabel('Adreça electrònica').fill(email);
  await page.getByLabel('Contrasenya').fill(password);
  await page.getByRole('button', { name: 'Entra' }).last().click();
  if (birthDate === undefined) return;
  await page.getByLabel('Data de naixement').fill(birthDate);
  await page.getByRole('button', { name: 'Entra' }).last().click();
}
