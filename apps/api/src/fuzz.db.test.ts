import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from './modules/ledger/index.ts';
import { fuzzRoutes } from './testing/fuzz/fuzz-routes.ts';
import { type HttpWorld, makeHttpWorld } from './testing/http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  const points = { points: 1_000_000, seconds: 60 };
  world = await makeHttpWorld({
    limits: { 'sign-in-address': points, 'sign-in-email': points, register: points, pin: points, enrol: points, sale: points },
  });
});
afterAll(() => world.end());

describe('every route, sent what its document allows with one thing wrong at any depth', () => {
  it('never fails, refuses what the document does not allow, and writes nothing with a refusal', async () => {
    const report = await fuzzRoutes(world, { share: Number(process.env.FZ ?? '0.1'), seed: 'short', rounds: Number(process.env.FR ?? 1) });
    expect(report.wrong).toEqual([]);
    console.log(report);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 900_000);
});
