import { contestResult, drawSecret, seal } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { drawNumbers, drawSeed } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hmacSha256, sha256 } from '../../platform/hash.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { decideMeasure, possibleMeasures, proposeMeasure } from '../measures/index.ts';
import { mappingOf } from './announce-draw.ts';
import { logCall } from './generator-log.ts';
import { runDraw } from './index.ts';

let world: ProcedureWorld;
beforeAll(async () => {
  world = await makeProcedureWorld();
});
afterAll(() => world.end());

it('a draw whose raw output the generator has given before is stopped (R12): nothing of it stands, no release opens it, every stake goes back', async () => {
  const { productVersionId } = await world.newContest({ definition: cims645, state: 'scheduled' });
  const { contestId, secret } = await world.newDraw(productVersionId, 2, 6_000);
  const { contestId: other } = await world.newDraw(productVersionId, 3, 3_600_000);
  await world.advanceTo(contestId, 'open');
  const player = await world.newPlayer(10_000n);
  await world.sell(
    [contestId],
    Array.from({ length: 10 }, () => ({ accountId: player, wager: { kind: 'draw', quickPicks: 1 } })),
  );
  await world.advanceTo(contestId, 'sealed');
  await world.reveal(contestId, secret);

  // As if the other draw had been given the very block that this one is about to be given.
  const [kept] = await world.db.select().from(drawSecret).where(eq(drawSecret.contestId, contestId));
  const [sealed] = await world.db.select().from(seal).where(eq(seal.contestId, contestId));
  if (!kept || !sealed) throw new Error('not sealed');
  const operator = world.keys.decrypt(kept.keyId, kept.ciphertext, uuidBytes(contestId));
  const seed = drawSeed(hmacSha256, { operator, second: secret }, sealed.root, null);
  const output = drawNumbers({ sha256, hmacSha256 }, seed, wireId('contest', contestId), mappingOf(await world.reload(contestId)));
  await world.core.inTransaction((tx) => logCall(tx, new Date(), 'numbers', other, output.rawOutputHash));

  expect(await runDraw(world.core, contestId, 'official-1')).toMatchObject({ code: 'generator_stopped' });
  const contest = await world.reload(contestId);
  expect(contest.state).toBe('locked');
  expect(await world.db.select().from(contestResult).where(eq(contestResult.contestId, contestId))).toEqual([]);
  expect(await possibleMeasures(world.db, contest, new Date())).toEqual(['void']);
  const proposal = { contestId, reason: 'the generator repeated itself' };
  expect(await proposeMeasure(world.core, 'official-1', { ...proposal, kind: 'release' })).toMatchObject({ code: 'void_only' });
  const id = expectOk(await proposeMeasure(world.core, 'official-1', { ...proposal, kind: 'void' }));
  expectOk(await decideMeasure(world.core, 'official-2', id, true));
  await world.advanceTo(contestId, 'void');
  expect(await world.balanceOf(CODES['player-cash'], player)).toBe(10_000n);
  expect(await verifyLedger(world.db)).toEqual([]);
}, 60_000);
