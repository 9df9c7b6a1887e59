/** A product drafted on the form that is drawn from its definition's schema. */
import { expect, test } from '@playwright/test';
import { checkPage } from './check-page.ts';
import { person } from './platform.ts';

test('a product is drafted on a generated form: a wrong field is told at the field, nothing typed is lost, the draft is listed', async ({
  page,
}) => {
  const slug = `cims-${Date.now().toString(36)}`;
  await page.goto('/console/products/new');
  const { email, password } = person('producte@');
  await page.getByLabel('Adreça electrònica').fill(email);
  await page.getByLabel('Contrasenya').fill(password);
  await page.getByRole('button', { name: 'Entra' }).click();

  await page.getByLabel('Identificador').first().fill(slug);
  await page.getByLabel('Nom', { exact: true }).first().fill('Cims Nou');
  const price = page.getByLabel('Preu per línia');
  await price.fill('dos euros');
  await page.getByRole('button', { name: 'Desa l’esborrany' }).click();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expect(price).toHaveValue('dos euros');
  await expect(price).toBeFocused();
  await checkPage(page, 'console-product-form');
  await price.fill('2,00');
  await page.getByRole('button', { name: 'Desa l’esborrany' }).click();
  await expect(page).toHaveURL(/\/console\/products$/);
  const row = page.getByRole('row').filter({ hasText: 'Cims Nou' }).first();
  await expect(row.getByText('Esborrany')).toBeVisible();
  await checkPage(page, 'console-products');
});
