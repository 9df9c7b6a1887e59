import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { terminalApi } from '../api/terminal-api.ts';
import { makeDeviceKey } from '../device/device-key.ts';
import { FATES } from '../testing/flaky-proxy.ts';
import { type FlakyShop, openFlakyShop } from '../testing/flaky-sales.ts';
import { type ShopPlatform, startShopPlatform } from '../testing/shop-platform.ts';

const RUNS = 20;

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

describe('a terminal on a network that drops, delays, repeats and cuts', () => {
  test('sells each sale once over twenty seeded runs, its drawer equals the ledger, also when a request arrives after it was asked about', async () => {
    const fates = new Set<string>();
    let sold = 0;
    let unsold = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const run = await shop.run(seed);
      sold += run.sold;
      unsold += run.unsold;
      for (const fate of run.fates) fates.add(fate);
    }
    expect([...fates].sort()).toEqual([...FATES].sort());
    expect(sold).toBeGreaterThan(RUNS);
    expect(unsold).toBeGreaterThan(RUNS / 2);
  }, 120_000);

  test('sells nothing to whoever sends every signed request again', async () => {
    const before = await shop.report();
    expect(await shop.replayAll()).toBeGreaterThan(100);
    expect(await shop.report()).toEqual(before);
  }, 60_000);

  test('sells nothing to whoever holds its files but not its key, nor to a request that was changed on the way', async () => {
    const before = await shop.report();
    const { privateKey } = await makeDeviceKey();
    await expect(crypto.subtle.exportKey('pkcs8', shop.enrolment.privateKey)).rejects.toThrow();
    const thief = terminalApi({ ...shop.enrolment, privateKey });
    const order = { contestIds: [platform.contestId], wager: { kind: 'draw' as const, quickPicks: 1 }, priceCents: '100' };
    expect(await thief.sell(shop.clerk, order, crypto.randomUUID())).toEqual({ kind: 'refused', code: 'bad_signature', next: null });
    const [seen] = shop.proxy.seen.filter(({ path }) => path === '/v1/tickets');
    if (!seen) throw new Error('nothing was sent');
    const key = crypto.randomUUID();
    for (const headers of [
      { ...seen.headers, 'idempotency-key': key },
      { ...seen.headers, 'idempotency-key': key, 'valira-nonce': key },
    ])
      expect((await shop.proxy.deliver({ ...seen, headers })).status).toBe(401);
    const body = Buffer.from(seen.body.toString().replace('"quickPicks":1', '"quickPicks":2'));
    expect((await shop.proxy.deliver({ ...seen, body })).status).toBe(401);
    expect(await shop.report()).toEqual(before);
  });
});
