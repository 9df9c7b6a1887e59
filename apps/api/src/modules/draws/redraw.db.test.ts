import { setTimeout as sleep } from 'node:timers/promises';
import { contestResult, contest as contestTable, drawRedraw, drawSecret, seal } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { drawNumbers, drawSeed } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDrandBeacon } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex, hmacSha256, sha256 } from '../../platform/hash.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { type BeaconServer, startBeaconServer } from '../../testing/beacon-server.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { decideMeasure, possibleMeasures, proposeMeasure } from '../measures/index.ts';
import { advanceContest } from '../procedure/index.ts';
import { archiveName } from '../reporting/index.ts';
import { certifyResult } from '../results/index.ts';
import { mappingOf } from './announce-draw.ts';
import { logCall } from './generator-log.ts';
import { announcedBeacon, redrawOf, runDraw, runRedraw } from './index.ts';

let server: BeaconServer;
let world: ProcedureWorld;
const MINUTE = 60_000;
beforeAll(async () => {
  server = await startBeaconServer();
  world = await makeProcedureWorld({ beacon: openDrandBeacon(server.url, 'chain', server.chain) });
});
afterAll(async () => {
  await world.end();
  await server.close();
});

const later = (ms: number): Core => ({ ...world.core, clock: { now: () => new Date(world.core.clock.now().getTime() + ms) } });

it('a draw stopped for repeated output (R12) is drawn once more, by two people’s receipted statement and a round nobody knew; the bundle verifies', async () => {
  const { productVersionId } = await world.newContest({ definition: cims645, state: 'scheduled' });
  await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.productVersionId, productVersionId));
  const { contestId, secret } = await world.newDraw(productVersionId, 2, 8_000);
  const { contestId: other } = await world.newDraw(productVersionId, 3, 3_600_000);
  await world.advanceTo(contestId, 'open');
  const player = await world.newPlayer(100_000n);
  await world.sell(
    [contestId],
    Array.from({ length: 20 }, () => ({ accountId: player, wager: { kind: 'draw', quickPicks: 1 } })),
  );
  await world.advanceTo(contestId, 'sealed');
  await world.reveal(contestId, secret);
  const mixed = await announcedBeacon(world.db, contestId);
  const mixedWith = mixed && (await world.core.beacon?.round(mixed.round));
  if (!mixedWith) throw new Error('no round');
  world.jump(2 * MINUTE);
  // As if the other draw had been given the very block that this one is about to be given.
  const [kept] = await world.db.select().from(drawSecret).where(eq(drawSecret.contestId, contestId));
  const [sealed] = await world.db.select().from(seal).where(eq(seal.contestId, contestId));
  if (!kept || !sealed) throw new Error('not sealed');
  const operator = world.keys.decrypt(kept.keyId, kept.ciphertext, uuidBytes(contestId));
  const seed = drawSeed(hmacSha256, { operator, second: secret }, sealed.root, fromHex(mixedWith.value));
  const output = drawNumbers({ sha256, hmacSha256 }, seed, wireId('contest', contestId), mappingOf(await world.reload(contestId)));
  await world.core.inTransaction((tx) => logCall(tx, world.core.clock.now(), 'numbers', other, output.rawOutputHash));
  const proposal = { contestId, kind: 'redraw' as const, reason: 'the generator repeated itself' };
  expect(await proposeMeasure(world.core, 'official-1', proposal)).toMatchObject({ code: 'wrong_state' });
  expect(await runDraw(world.core, contestId, 'official-1', mixedWith)).toMatchObject({ code: 'generator_stopped' });

  expect(await possibleMeasures(world.db, await world.reload(contestId), new Date())).toEqual(['void', 'redraw']);
  const id = expectOk(await proposeMeasure(world.core, 'official-1', proposal));
  expect(await decideMeasure(world.core, 'official-1', id, true)).toMatchObject({ code: 'four_eyes' });
  expectOk(await decideMeasure(world.core, 'official-2', id, true));
  const order = await redrawOf(world.db, contestId);
  const round = order && (await world.core.beacon?.round(order.statement.body.beacon.round));
  if (!order || !round) throw new Error('no order');
  expect(order.statement.body).toMatchObject({
    withdrawnOutputHash: Buffer.from(output.rawOutputHash).toString('hex'),
    earlier: { drawId: wireId('contest', other) },
    people: { proposedBy: 'official-1', decidedBy: 'official-2' },
  });
  // Before the inspector's log has the statement nothing is drawn, whatever the clock says.
  const after = later(11 * MINUTE);
  expect(await runRedraw(after, contestId, 'official-1', round)).toMatchObject({ code: 'too_early' });
  await advanceContest(world.deps, contestId);
  expect(await runRedraw(world.core, contestId, 'official-1', round)).toMatchObject({ code: 'too_early' });
  const another = await world.core.beacon?.round(round.round + 1);
  if (!another) throw new Error('no round');
  for (const wrong of [another, { ...another, round: round.round }])
    expect(await runRedraw(after, contestId, 'official-1', wrong)).toMatchObject({ code: 'redraw_unavailable' });
  const three = await Promise.all([1, 2, 3].map(() => runRedraw(after, contestId, 'official-1', round)));
  expect(three.map((one) => (one.ok ? 'drawn' : one.code)).sort()).toEqual(['drawn', 'wrong_state', 'wrong_state']);
  expect(await world.db.select().from(contestResult).where(eq(contestResult.contestId, contestId))).toHaveLength(1);

  expect(await certifyResult(after, contestId, 'official-1', 1)).toMatchObject({ code: 'four_eyes' });
  expectOk(await certifyResult(after, contestId, 'official-2', 1));
  for (let attempt = 0; attempt < 200 && (await world.reload(contestId)).state !== 'archived'; attempt += 1) {
    await advanceContest({ ...world.deps, core: after }, contestId);
    await sleep(20);
  }
  const bundle = await world.deps.archive.get(archiveName(await world.reload(contestId), 1, 'valira'));
  expect(verifyBundle(nodePorts, bundle ?? new Uint8Array(0))).toMatchObject({
    findings: [],
    notChecked: expect.arrayContaining(['beacon_signature', 'repeated_output']),
    subject: { publiclyVerifiable: true },
  });
  expect(await verifyLedger(world.db)).toEqual([]);

  // Once for each draw: the database has the contest as the order's key, and nobody takes it back.
  await expect(world.db.update(drawRedraw).set({ statement: {} })).rejects.toMatchObject({ cause: { code: '42501' } });
  expect(await proposeMeasure(world.core, 'official-1', proposal)).toMatchObject({ code: 'wrong_state' });
}, 90_000);
