import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from './modules/ledger/index.ts';
import { fuzzRoutes } from './testing/fuzz/fuzz-routes.ts';
import { type HttpWorld, makeHttpWorld, UNLIMITED } from './testing/http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
});
afterAll(() => world.end());

describe('every route, sent what its document allows with one thing wrong at any place and depth', () => {
  it('never fails, refuses what the document does not allow, and writes nothing with a refusal', async () => {
    const { wrong, requests, refused, routes } = await fuzzRoutes(world, { share: 0.05, seed: 'one', rounds: 1 });
    expect(wrong).toEqual([]);
    expect(routes).toBeGreaterThan(90);
    expect(requests).toBeGreaterThan(10 * routes);
    // Most of it is wrong; what is not shows that requests get as far as the commands.
    expect(refused).toBeGreaterThan(requests / 2);
    expect(refused).toBeLessThan(requests);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 120_000);
});
