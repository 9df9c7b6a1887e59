/** A player's money, from the account they open to the limit they set: in a real browser, against the simulated provider. */
import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { checkPage } from './check-page.ts';
import { deliver, eventsOf } from './simulated-provider.ts';

const PASSWORD = 'correct horse battery';

const letters = (length: number): string => Array.from({ length }, () => String.fromCharCode(97 + randomInt(26))).join('');

async function join(page: Page): Promise<{ email: string }> {
  const email = `${letters(10)}@example.ad`;
  await page.goto('/join');
  await page.getByRole('button', { name: 'Continua' }).click();
  await expect(page.getByText('Cal omplir aquest camp.').first()).toBeVisible();
  await expect(page.getByLabel('Nom', { exact: true })).toBeFocused();
  await page.getByLabel('Nom', { exact: true }).fill('Laia');
  await page.getByLabel('Cognoms').fill(`Serra ${letters(8)}`);
  await page.getByLabel('Data de naixement').fill('2015-01-01');
  await page.getByLabel('Número del document').fill(letters(9).toUpperCase());
  await page.getByRole('button', { name: 'Continua' }).click();
  await expect(page.getByText('Cal tenir 18 anys per obrir un compte.')).toBeVisible();
  await page.getByLabel('Data de naixement').fill('1988-05-14');
  await checkPage(page, 'shop-join');
  await page.setViewportSize({ width: 360, height: 780 });
  await checkPage(page, 'shop-join-360');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Continua' }).click();
  // A reload in the middle loses nothing that was typed.
  await page.reload();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Laia');
  await page.getByRole('button', { name: 'Continua' }).click();
  await page.getByLabel('Carrer i número').fill('Carrer Major 3');
  await page.getByLabel('Codi postal').fill('AD500');
  await page.getByLabel('Població').fill('Andorra la Vella');
  await page.getByRole('button', { name: 'Continua' }).click();
  await page.getByLabel('Adreça electrònica').fill(email);
  await page.getByLabel('Contrasenya').fill(PASSWORD);
  await page.getByLabel('Compte bancari (IBAN)').fill('AD12 0001 2030 2003 5910 0101');
  await page.getByRole('button', { name: 'Obre el compte' }).click();
  await expect(page.getByText('Aquest IBAN no és correcte.').first()).toBeVisible();
  await expect(page.getByLabel('Adreça electrònica')).toHaveValue(email);
  await page.getByLabel('Compte bancari (IBAN)').fill('AD12 0001 2030 2003 5910 0100');
  await page.getByRole('button', { name: 'Obre el compte' }).click();
  await expect(page).toHaveURL(/\/account$/);
  return { email };
}

async function payByCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Número de la targeta').fill(card);
  await page.getByLabel('Caducitat (mm/aa)').fill('12/30');
  await page.getByLabel('Codi de seguretat').fill('123');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Ingressa \d/ })
    .click();
}

async function openDeposit(page: Page, amount: string): Promise<void> {
  await page.goto('/account/deposit');
  await page.getByLabel('Import de l’ingrés').fill(amount);
  await page.getByRole('button', { name: 'Continua amb el pagament' }).click();
  await expect(page.getByLabel('Número de la targeta')).toBeVisible();
}

test('an account is opened, money is paid in by card, a declined card costs nothing, and replayed messages credit nothing twice', async ({
  page,
}) => {
  await test.step('registration keeps what is typed, says what is wrong field by field, and signs in', async () => {
    await join(page);
    await checkPage(page, 'shop-account');
  });

  let simulatorUrl = '';
  let paymentId = '';
  await test.step('a card without money is declined in words; the next card pays', async () => {
    page.on('response', async (response) => {
      if (!/\/v1\/deposits\/dep_.*\/payment$/.test(response.url())) return;
      const terms = (await response.json()) as { clientSecret: string; simulatorUrl: string };
      simulatorUrl = terms.simulatorUrl;
      [paymentId = ''] = terms.clientSecret.split('_secret_');
    });
    await page.goto('/account/deposit');
    await page.getByLabel('Import de l’ingrés').fill('4');
    await page.getByRole('button', { name: 'Continua amb el pagament' }).click();
    await expect(page.getByText('De 5,00 € a 2.000,00 € per ingrés.').first()).toBeVisible();
    await checkPage(page, 'shop-deposit');
    await openDeposit(page, '50');
    await payByCard(page, '4000 0000 0000 9995');
    await expect(page.getByText('La targeta no té prou saldo.').first()).toBeVisible();
    await checkPage(page, 'shop-card-declined');
    await payByCard(page, '4242 4242 4242 4242');
    await expect(page.getByText('50,00 € ja són al teu saldo.')).toBeVisible();
    await expect(page.getByTestId('balance')).toHaveText('50,00 €');
  });

  await test.step('the same messages five times and backwards change nothing', async () => {
    const events = await eventsOf(simulatorUrl, paymentId);
    expect(events.length).toBeGreaterThan(2);
    for (let replay = 0; replay < 5; replay += 1) for (const event of [...events].reverse()) expect(await deliver(event)).toBe(200);
    await page.waitForTimeout(1_500);
    await page.reload();
    await expect(page.getByTestId('balance')).toHaveText('50,00 €');
  });

  await test.step('a card whose bank asks the holder pays after their yes', async () => {
    await openDeposit(page, '20,00');
    await payByCard(page, '4000 0000 0000 3220');
    await page.getByRole('button', { name: 'Sí, el confirmo' }).click();
    await expect(page.getByText('20,00 € ja són al teu saldo.')).toBeVisible();
    await expect(page.getByTestId('balance')).toHaveText('70,00 €');
  });

  await test.step('money goes out only after the identity is verified', async () => {
    await page.goto('/account/withdraw');
    await expect(page.getByText('Abans de la primera retirada hem de verificar la teva identitat.')).toBeVisible();
    await checkPage(page, 'shop-withdraw');
    await page.getByRole('link', { name: 'Verifica la identitat' }).click();
    await page.getByRole('button', { name: 'Envia els documents' }).click();
    await expect(page.getByRole('alert')).toHaveText('Tria l’anvers del teu document.');
    const photo = { name: 'passport.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.getByLabel('Anvers del document').setInputFiles(photo);
    await page.getByRole('button', { name: 'Envia els documents' }).click();
    await expect(page.getByRole('status')).toContainText('Els teus documents esperen la revisió');
    await checkPage(page, 'shop-identity');
  });

  await test.step('a limit holds at once; more is refused, and raising it waits', async () => {
    await page.goto('/account/limits');
    await page.getByLabel('Nou límit: Ingressos, Per dia').fill('80');
    await page.getByRole('region', { name: 'Ingressos' }).getByRole('button', { name: 'Posa’l' }).first().click();
    await expect(page.getByText('usat 70,00 €').first()).toBeVisible();
    await page.getByLabel('Nou límit: Ingressos, Per dia').fill('500');
    await page.getByRole('region', { name: 'Ingressos' }).getByRole('button', { name: 'Posa’l' }).first().click();
    await expect(page.getByText(/Has demanat 500,00\s€\./)).toBeVisible();
    await checkPage(page, 'shop-limits');
    await page.setViewportSize({ width: 360, height: 780 });
    await checkPage(page, 'shop-limits-360');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/account/deposit');
    await page.getByLabel('Import de l’ingrés').fill('30');
    await page.getByRole('button', { name: 'Continua amb el pagament' }).click();
    await expect(page.getByRole('alert')).toContainText('deposit_limit_reached');
    await expect(page.getByLabel('Import de l’ingrés')).toHaveValue('30');
  });

  await test.step('self-exclusion acts in the middle of the session: no deposit, no purchase, the balance stays', async () => {
    await page.goto('/account/limits');
    await page.getByRole('region', { name: 'Autoexclou-te' }).getByRole('button', { name: '1 any' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Autoexclou-me' }).click();
    await expect(page.getByRole('status')).toContainText('T’has autoexclòs');
    await page.goto('/account/deposit');
    await page.getByLabel('Import de l’ingrés').fill('5');
    await page.getByRole('button', { name: 'Continua amb el pagament' }).click();
    await expect(page.getByRole('alert')).toContainText('account_excluded');
    await expect(page.getByTestId('balance')).toHaveText('70,00 €');
  });
});

test('the shop speaks Spanish and French too', async ({ page }) => {
  await page.goto('/');
  for (const [language, words] of [
    ['Español', 'Sorteos y carreras'],
    ['Français', 'Tirages et courses'],
    ['English', 'Draws and races'],
    ['Català', 'Sorteigs i curses'],
  ] as const) {
    await page.getByRole('button', { name: language }).first().click();
    await expect(page.getByText(words).first()).toBeVisible();
  }
  for (const language of ['Español', 'Français']) {
    await page.getByRole('button', { name: language }).first().click();
    for (const path of ['/', '/join', '/sign-in']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.setViewportSize({ width: 360, height: 780 });
      await checkPage(page, `shop-${language === 'Español' ? 'es' : 'fr'}${path === '/' ? '' : path.replace('/', '-')}-360`);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  }
});
