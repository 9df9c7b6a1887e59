import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { contest as contestTable, drawBeacon, postponement } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import type { Announcement, BeaconValue, Signed } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDrandBeacon, roundDueAt } from '../../platform/beacon.ts';
import { type BeaconServer, startBeaconServer } from '../../testing/beacon-server.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { decideMeasure, proposeMeasure } from '../measures/index.ts';
import { advanceContest } from '../procedure/index.ts';
import { archiveName } from '../reporting/index.ts';
import { certifyResult } from '../results/index.ts';
import { announcedBeacon, announcedFallback, revealSecond, runDraw, runFallback } from './index.ts';

let server: BeaconServer;
let world: ProcedureWorld;
const MINUTE = 60_000;
beforeAll(async () => {
  server = await startBeaconServer();
});
afterAll(() => server.close());
// A world each: its clocks are set ahead once the draw is sealed, and no draw opens on a clock that is ahead of the database's.
beforeEach(async () => {
  world = await makeProcedureWorld({ beacon: openDrandBeacon(server.url, 'chain', server.chain) });
});
afterEach(() => world.end());

async function soldDraw(openMs: number): Promise<{ contestId: string; secret: Uint8Array }> {
  const { productVersionId } = await world.newContest({ definition: cims645, state: 'scheduled' });
  await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.productVersionId, productVersionId));
  const drawn = await world.newDraw(productVersionId, 2, openMs);
  await world.advanceTo(drawn.contestId, 'open');
  const player = await world.newPlayer(100_000n);
  await world.sell(
    [drawn.contestId],
    Array.from({ length: 20 }, () => ({ accountId: player, wager: { kind: 'draw', quickPicks: 1 } })),
  );
  return drawn;
}

const announcementOf = async (contestId: string): Promise<Announcement> => {
  const [row] = await world.db.execute<{ statement: Signed<Announcement> }>(
    sql`SELECT statement FROM draw_announcement WHERE contest_id = ${contestId}`,
  );
  if (!row) throw new Error('not announced');
  return row.statement.body;
};

async function roundOf(contestId: string): Promise<BeaconValue> {
  const plan = await announcedBeacon(world.db, contestId);
  const value = plan && (await world.core.beacon?.round(plan.round));
  if (!value) throw new Error('no round');
  return value;
}

async function archived(contestId: string): Promise<Uint8Array> {
  expectOk(await certifyResult(world.core, contestId, 'official-2', 1));
  await world.advanceTo(contestId, 'archived');
  return (await world.deps.archive.get(archiveName(await world.reload(contestId), 1, 'valira'))) ?? new Uint8Array(0);
}

const CLEAN = { findings: [], notChecked: expect.arrayContaining(['beacon_signature']), subject: { publiclyVerifiable: true } };

describe('a draw that names a round of a public beacon', () => {
  it('is drawn by both secrets, the root and that round, not before it is due and by no other; the bundle verifies and a byte of the round breaks it', async () => {
    const { contestId, secret } = await soldDraw(6_000);
    const { beacon } = await announcementOf(contestId);
    const { drawsAt } = await world.reload(contestId);
    expect(roundDueAt(beacon ?? { ...server.chain, round: 1 }).getTime()).toBeGreaterThanOrEqual(drawsAt.getTime() + 90_000);
    await world.advanceTo(contestId, 'sealed');
    await world.reveal(contestId, secret);
    const value = await roundOf(contestId);
    expect(value.round).toBe(beacon?.round);
    // The round can be had here before its time; the platform does not take it.
    expect(await runDraw(world.core, contestId, 'official-1', value)).toMatchObject({ code: 'too_early' });
    world.jump(2 * MINUTE);
    const another = await world.core.beacon?.round(value.round + 1);
    if (!another) throw new Error('no round');
    for (const wrong of [null, another, { ...another, round: value.round }, { ...value, signature: another.signature }])
      expect(await runDraw(world.core, contestId, 'official-1', wrong)).toMatchObject({ code: 'beacon_silent' });
    const three = await Promise.all([1, 2, 3].map(() => runDraw(world.core, contestId, 'official-1', value)));
    expect(three.map((one) => (one.ok ? 'drawn' : one.code)).sort()).toEqual(['drawn', 'wrong_state', 'wrong_state']);
    expect(await world.db.select().from(drawBeacon).where(eq(drawBeacon.contestId, contestId))).toMatchObject([value]);
    const bundle = Buffer.from(await archived(contestId));
    expect(verifyBundle(nodePorts, bundle)).toMatchObject(CLEAN);
    const at = bundle.indexOf(value.value);
    expect(at).toBeGreaterThan(0);
    bundle[at] = bundle[at] === 0x30 ? 0x31 : 0x30;
    expect(verifyBundle(nodePorts, bundle).passed).toBe(false);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);

  it('that is postponed is mixed with the round that is later by as much, and so is its fallback', async () => {
    const { contestId, secret } = await soldDraw(9_000);
    const announced = await announcementOf(contestId);
    const before = await world.reload(contestId);
    const byMs = 100_000;
    const id = expectOk(
      await proposeMeasure(world.core, 'official-1', {
        contestId,
        kind: 'postponement',
        reason: 'the hall is dark',
        closesAt: new Date(before.closesAt.getTime() + 2_000),
        drawsAt: new Date(before.drawsAt.getTime() + byMs),
      }),
    );
    expectOk(await decideMeasure(world.core, 'official-2', id, true));
    for (let attempt = 0; attempt < 50 && (await world.db.select().from(postponement)).length === 0; attempt += 1)
      await advanceContest(world.deps, contestId);
    const rounds = Math.ceil(byMs / (server.chain.periodSeconds * 1_000));
    expect((await announcedBeacon(world.db, contestId))?.round).toBe((announced.beacon?.round ?? 0) + rounds);
    const fallback = announced.fallback?.source === 'beacon' ? announced.fallback.beacon.round : 0;
    expect((await announcedFallback(world.db, contestId))?.round).toBe(fallback + rounds);
    await world.advanceTo(contestId, 'sealed');
    await world.reveal(contestId, secret);
    world.jump(4 * MINUTE);
    const first = await world.core.beacon?.round(announced.beacon?.round ?? 0);
    expect(await runDraw(world.core, contestId, 'official-1', first ?? null)).toMatchObject({ code: 'beacon_silent' });
    expectOk(await runDraw(world.core, contestId, 'official-1', await roundOf(contestId)));
    expect(verifyBundle(nodePorts, await archived(contestId))).toMatchObject(CLEAN);
  }, 60_000);

  it('whose seal came too late opens no secret and is drawn by the fallback’s later round', async () => {
    const { contestId, secret } = await soldDraw(6_000);
    // The control system has every sale; then both stand still over the announced round.
    await sleep(2_000);
    world.jump(3 * MINUTE);
    await world.advanceTo(contestId, 'sealed');
    await world.waitSigned(contestId);
    expect(await revealSecond(world.core, contestId, randomBytes(32), 'notary')).toMatchObject({ code: 'reveal_mismatch' });
    expect(await revealSecond(world.core, contestId, secret, 'notary')).toMatchObject({ code: 'beacon_too_early' });
    expect(await runDraw(world.core, contestId, 'official-1', await roundOf(contestId))).toMatchObject({ code: 'reveals_missing' });
    world.jump(36 * MINUTE);
    const plan = await announcedFallback(world.db, contestId);
    const value = plan && (await world.core.beacon?.round(plan.round));
    if (!value) throw new Error('no round');
    expectOk(await runFallback(world.core, contestId, 'official-1', value));
    expect(verifyBundle(nodePorts, await archived(contestId))).toMatchObject(CLEAN);
  }, 60_000);
});
