import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FlakyShop, openFlakyShop } from '../testing/flaky-sales.ts';
import { type ShopPlatform, startShopPlatform } from '../testing/shop-platform.ts';

const RUNS = 500;

let platform: ShopPlatform;
let shop: FlakyShop;
beforeAll(async () => {
  platform = await startShopPlatform();
  shop = await openFlakyShop(platform);
});
afterAll(async () => {
  shop.close();
  await platform.end();
});

test('500 seeded runs over a network that drops, delays, repeats and cuts sell each sale once; the drawer equals the ledger', async () => {
  let sold = 0;
  for (let seed = 1_001; seed <= 1_000 + RUNS; seed++) sold += (await shop.run(seed)).sold;
  expect(sold).toBeGreaterThan(RUNS);
  const before = await shop.report();
  await shop.replayAll();
  expect(await shop.report()).toEqual(before);
}, 1_200_000);
