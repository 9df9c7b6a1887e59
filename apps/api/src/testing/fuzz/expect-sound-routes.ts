/** What both forms of the fuzzing expect, at a share of the mistakes or at all of them. */
import { expect } from 'vitest';
import { verifyLedger } from '../../modules/ledger/index.ts';
import type { HttpWorld } from '../http-world.ts';
import { fuzzRoutes } from './fuzz-routes.ts';

export async function expectSoundRoutes(world: HttpWorld, plan: Parameters<typeof fuzzRoutes>[1]): Promise<void> {
  const { wrong, requests, refused, routes } = await fuzzRoutes(world, plan);
  expect(wrong).toEqual([]);
  expect(routes).toBeGreaterThan(90);
  expect(requests).toBeGreaterThan(10 * routes);
  // Most of it is wrong; what is not shows that requests get as far as the commands.
  expect(refused).toBeGreaterThan(requests / 2);
  expect(refused).toBeLessThan(requests);
  expect(await verifyLedger(world.db)).toEqual([]);
}
