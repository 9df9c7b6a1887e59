import { setTimeout as sleep } from 'node:timers/promises';
import { contestResult, contest as contestTable } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import type { BeaconValue } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDrandBeacon } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { type BeaconServer, startBeaconServer } from '../../testing/beacon-server.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { advanceContest } from '../procedure/index.ts';
import { archiveName } from '../reporting/index.ts';
import { certifyResult } from '../results/index.ts';
import { announcedBeacon, announcedFallback, revealSecond, runDraw, runFallback } from './index.ts';

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

const later = (ms: number): Core => ({ ...world.core, clock: { now: () => new Date(Date.now() + ms) } });

async function silentDraw(): Promise<{ contestId: string; secret: Uint8Array; value: BeaconValue }> {
  const { productVersionId } = await world.newContest({ definition: cims645, state: 'scheduled' });
  await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.productVersionId, productVersionId));
  const { contestId, secret } = await world.newDraw(productVersionId, 2, 6_000);
  await world.advanceTo(contestId, 'open');
  const player = await world.newPlayer(100_000n);
  await world.sell(
    [contestId],
    Array.from({ length: 20 }, () => ({ accountId: player, wager: { kind: 'draw', quickPicks: 1 } })),
  );
  await world.advanceTo(contestId, 'sealed');
  await world.waitSigned(contestId);
  const plan = await announcedFallback(world.db, contestId);
  const value = plan && (await world.core.beacon?.round(plan.round));
  if (!value) throw new Error('no round');
  return { contestId, secret, value };
}

it('a silent second holder does not stop a draw: it is drawn once by the announced round, and the bundle verifies', async () => {
  const { contestId, secret, value } = await silentDraw();
  expect(await runFallback(world.core, contestId, 'official-1', value)).toMatchObject({ code: 'too_early' });
  expect(await runFallback(later(31 * MINUTE), contestId, 'official-1', value)).toMatchObject({ code: 'too_early' });
  const after = later(36 * MINUTE);
  // Whoever has seen the round opens nothing any more.
  expect(await revealSecond(after, contestId, secret, 'notary')).toMatchObject({ code: 'reveal_too_late' });
  expect(await runDraw(after, contestId, 'official-1')).toMatchObject({ code: 'reveals_missing' });
  const another = (await world.core.beacon?.round(value.round + 1)) as BeaconValue;
  for (const wrong of [another, { ...another, round: value.round }])
    expect(await runFallback(after, contestId, 'official-1', wrong)).toMatchObject({ code: 'fallback_unavailable' });
  const both = await Promise.all([1, 2, 3].map(() => runFallback(after, contestId, 'official-1', value)));
  expect(both.map((one) => (one.ok ? 'drawn' : one.code)).sort()).toEqual(['drawn', 'wrong_state', 'wrong_state']);
  expect(await world.db.select().from(contestResult).where(eq(contestResult.contestId, contestId))).toHaveLength(1);
  expect(await certifyResult(after, contestId, 'official-1', 1)).toMatchObject({ code: 'four_eyes' });
  expectOk(await certifyResult(after, contestId, 'official-2', 1));
  for (let attempt = 0; attempt < 100 && (await world.reload(contestId)).state !== 'archived'; attempt += 1) {
    await advanceContest({ ...world.deps, core: after }, contestId);
    await sleep(20);
  }
  const bundle = await world.deps.archive.get(archiveName(await world.reload(contestId), 1, 'valira'));
  // The chain is not quicknet: everything but the network's own signature is checked.
  expect(verifyBundle(nodePorts, bundle ?? new Uint8Array(0))).toMatchObject({
    findings: [],
    notChecked: expect.arrayContaining(['beacon_signature']),
    subject: { publiclyVerifiable: true },
  });
  expect(await verifyLedger(world.db)).toEqual([]);
}, 60_000);

it('no draw falls back once the secret was opened in time, nor where a postponement left the round within the holder’s time', async () => {
  const { contestId, secret, value } = await silentDraw();
  expectOk(await revealSecond(later(29 * MINUTE), contestId, secret, 'notary'));
  expect(await runFallback(later(36 * MINUTE), contestId, 'official-1', value)).toMatchObject({ code: 'wrong_state' });

  const postponed = await silentDraw();
  const { drawsAt } = await world.reload(postponed.contestId);
  await world.db
    .update(contestTable)
    .set({ drawsAt: new Date(drawsAt.getTime() + 10 * MINUTE) })
    .where(eq(contestTable.id, postponed.contestId));
  const muchLater = later(120 * MINUTE);
  expect(await runFallback(muchLater, postponed.contestId, 'official-1', postponed.value)).toMatchObject({ code: 'fallback_unavailable' });
  expectOk(await revealSecond(muchLater, postponed.contestId, postponed.secret, 'notary'));
  const mixed = await announcedBeacon(world.db, postponed.contestId);
  const mixedWith = (mixed && (await world.core.beacon?.round(mixed.round))) ?? null;
  expect(await runDraw(muchLater, postponed.contestId, 'official-1')).toMatchObject({ code: 'beacon_silent' });
  expectOk(await runDraw(muchLater, postponed.contestId, 'official-1', mixedWith));
}, 60_000);
