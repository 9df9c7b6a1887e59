import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectSoundRoutes } from './testing/fuzz/expect-sound-routes.ts';
import { type HttpWorld, makeHttpWorld, UNLIMITED } from './testing/http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
});
afterAll(() => world.end());

describe('every route, sent what its document allows with one thing wrong at any place and depth', () => {
  it('never fails, refuses what the document does not allow, and writes nothing with a refusal', async () => {
    await expectSoundRoutes(world, { share: 0.05, seed: 'one', rounds: 1 });
  }, 240_000);
});
