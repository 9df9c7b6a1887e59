import { setTimeout as sleep } from 'node:timers/promises';
import { contest as contestTable, postponement } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winPool } from '../../story/products.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { closeContest } from '../contests/index.ts';
import { openControlClient } from '../control/index.ts';
import { runDraw } from '../draws/index.ts';
import { advanceContest } from '../procedure/index.ts';
import { archiveName } from '../reporting/index.ts';
import { certifyResult } from '../results/index.ts';
import { decideMeasure, measuresOf, proposeBreakdown, proposeMeasure } from './index.ts';

let world: ProcedureWorld;
beforeAll(async () => {
  world = await makeProcedureWorld();
});
afterAll(() => world.end());

const quickPick = { kind: 'draw', quickPicks: 1 };
const reason = 'the hall has no power';
const propose = (contestId: string, closesAt: Date, drawsAt = closesAt) =>
  proposeMeasure(world.core, 'official-1', { contestId, kind: 'postponement', closesAt, drawsAt, reason });

describe('a postponed draw', () => {
  it('sells until the new close, waits at the old one while the control system is silent, and its bundle shows the move and verifies', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645, state: 'scheduled' });
    // The fixture's own contest of this product was never settled.
    await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.productVersionId, productVersionId));
    const { contestId, secret } = await world.newDraw(productVersionId, 2, 9_000);
    await world.advanceTo(contestId, 'open');
    const player = await world.newPlayer(100_000n);
    await world.sell(
      [contestId],
      Array.from({ length: 5 }, () => ({ accountId: player, wager: quickPick })),
    );
    const old = await world.reload(contestId);
    expect(await propose(contestId, old.closesAt)).toMatchObject({ code: 'invalid_input', path: 'closesAt' });
    const closesAt = new Date(old.closesAt.getTime() + 4_000);
    expect(await propose(contestId, closesAt, old.closesAt)).toMatchObject({ code: 'invalid_input', path: 'drawsAt' });
    const id = expectOk(await propose(contestId, closesAt));
    expect(await decideMeasure(world.core, 'official-1', id, true)).toMatchObject({ code: 'four_eyes' });
    expectOk(await decideMeasure(world.core, 'official-2', id, true));

    const silent = { ...world.deps, control: openControlClient({ url: 'http://127.0.0.1:9', token: 'none' }) };
    await expect(advanceContest(silent, contestId)).rejects.toThrow('did not answer');
    await sleep(old.closesAt.getTime() - Date.now() + 50);
    await expect(advanceContest(silent, contestId)).rejects.toThrow('did not answer');
    expect(await closeContest(world.core, contestId)).toMatchObject({ code: 'too_early' });
    expect(await world.reload(contestId)).toMatchObject({ state: 'open', closesAt: old.closesAt });
    await expect(world.sell([contestId], [{ accountId: player, wager: quickPick }])).rejects.toThrow('contest_closed');

    await Promise.all([1, 2, 3].map(() => advanceContest(world.deps, contestId)));
    expect(await world.reload(contestId)).toMatchObject({ state: 'open', closesAt, drawsAt: closesAt });
    expect(await world.db.select().from(postponement).where(eq(postponement.contestId, contestId))).toHaveLength(1);
    await world.sell(
      [contestId],
      Array.from({ length: 5 }, () => ({ accountId: player, wager: quickPick })),
    );
    await world.advanceTo(contestId, 'sealed');
    expect(await propose(contestId, new Date(closesAt.getTime() + 60_000))).toMatchObject({ code: 'wrong_state' });
    await world.reveal(contestId, secret);
    expectOk(await runDraw(world.core, contestId, 'official-1'));
    expectOk(await certifyResult(world.core, contestId, 'official-2', 1));
    await world.advanceTo(contestId, 'archived');
    const bundle = (await world.deps.archive.get(archiveName(await world.reload(contestId), 1, 'valira'))) ?? new Uint8Array(0);
    expect(verifyBundle(nodePorts, bundle)).toMatchObject({ findings: [], subject: { tickets: 10 } });
    const length = Buffer.from(bundle).readUInt32BE(8);
    expect(JSON.parse(Buffer.from(bundle).toString('utf8', 12, 12 + length)).body.postponements).toMatchObject([
      { body: { reason, people: { proposedBy: 'official-1', decidedBy: 'official-2' }, to: { closesAt: closesAt.toISOString() } } },
    ]);
  }, 60_000);

  it('is not taken once the close has come', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645, state: 'scheduled' });
    const { contestId } = await world.newDraw(productVersionId, 2, 5_000);
    await world.advanceTo(contestId, 'open');
    const { closesAt } = await world.reload(contestId);
    const later = new Date(closesAt.getTime() + 60_000);
    const id = expectOk(await propose(contestId, later));
    await sleep(closesAt.getTime() - Date.now() + 50);
    expect(await decideMeasure(world.core, 'official-2', id, true)).toMatchObject({ code: 'too_late' });
    expectOk(await decideMeasure(world.core, 'official-2', id, false));
    expect(await propose(contestId, later)).toMatchObject({ code: 'too_late' });
    await world.advanceTo(contestId, 'sealed');
  });
});

describe('a postponed pool', () => {
  it('still ends with its stop-bet, and a stop-bet that comes before the move leaves the move undone', async () => {
    const moved = await world.newRace(winPool);
    const stopped = await world.newRace(winPool);
    const later = new Date(Date.now() + 7_200_000);
    for (const contestId of [moved, stopped]) {
      const id = expectOk(await propose(contestId, later));
      expectOk(await decideMeasure(world.core, 'official-2', id, true));
    }
    await advanceContest(world.deps, moved);
    expect(await world.reload(moved)).toMatchObject({ state: 'open', closesAt: later });
    for (const contestId of [moved, stopped]) {
      expectOk(await closeContest(world.core, contestId, { actor: 'desk-1', source: 'flag' }));
      expect((await world.reload(contestId)).closesAt.getTime()).toBeLessThan(Date.now() + 1_000);
      await world.waitSigned(contestId);
    }
    expect(await world.db.select().from(postponement).where(eq(postponement.contestId, stopped))).toEqual([]);
    expect(await measuresOf(world.db, stopped)).toMatchObject([{ end: { facts: { moved: false } } }]);
  });

  it('that a breakdown makes void meanwhile is void, and neither moves nor waits', async () => {
    const contestId = await world.newRace(winPool);
    expectOk(await decideMeasure(world.core, 'official-2', expectOk(await propose(contestId, new Date(Date.now() + 7_200_000))), true));
    const { slug } = await world.reload(contestId);
    const id = expectOk(await proposeBreakdown(world.core, 'official-1', { product: slug, reason }));
    expectOk(await decideMeasure(world.core, 'official-2', id, true));
    await world.advanceTo(contestId, 'void');
    const measures = await measuresOf(world.db, contestId);
    expect(measures.map(({ kind, end }) => [kind, end !== null]).sort()).toEqual([
      ['postponement', true],
      ['void', true],
    ]);
  });
});
