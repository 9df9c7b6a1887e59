import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sellAcrossClose } from '../../testing/sell-across-close.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { type Intake, openIntake } from './intake.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await makeWorld();
  intake = openIntake({ databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids }, { lanes: 4, batchMax: 64, queueMax: 2000 });
});
afterAll(async () => {
  await intake.close();
  await world.end();
});

describe('the close', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 1))(
    'splits the sales of 200 sellers cleanly: what was acknowledged is sealed, the rest was refused (time %i)',
    async () => {
      const { acknowledged, sealed, late, refusals } = await sellAcrossClose(world, intake);
      expect(acknowledged).toBeGreaterThan(0);
      expect({ sealed, late }).toEqual({ sealed: acknowledged, late: 0 });
      expect([...refusals]).toEqual(['contest_closed']);
    },
  );

  it('leaves a sound ledger', async () => {
    expect(await verifyLedger(world.db)).toEqual([]);
  });
});
