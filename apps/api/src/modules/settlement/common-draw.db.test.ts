import { contest as contestTable, drawAgreement, prizeTable, reconciliation } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { engineCache, openLiveFigures, viewOfContest } from '../contests/index.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { archiveName } from '../reporting/index.ts';
import { certifyResult, type ExternalTotalsJson, importResult } from '../results/index.ts';

let world: ProcedureWorld;
beforeAll(async () => {
  world = await makeProcedureWorld();
});
afterAll(() => world.end());

const line = (...main: number[]) => ({ kind: 'draw', lines: [{ main }] });
const RESULT = { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [40] } };
const SIX = line(1, 2, 3, 4, 5, 6);
const THREE = line(1, 2, 3, 20, 21, 22);
const NONE = line(30, 31, 32, 33, 34, 35);
const OPENING = 5_000;

/** 50,000.00 staked by all operators; two have six hits, one of them here. Four hits pay 50.00 and three 5.00 off the fund. */
const TOTALS = (winners: Record<string, string> = {}, salesCents = '5000000'): ExternalTotalsJson => ({
  kind: 'draw',
  salesCents,
  carriedInCents: {},
  winners: Object.entries({ '6': '2', '5-bonus': '1', '5': '4', '4': '60', '3': '1000', ...winners }).map(([tier, count]) => ({
    tier,
    count,
  })),
});

describe('a draw that another organiser holds, with tickets of ours in it', () => {
  let productId: string;
  let productVersionId: string;
  let contestId: string;
  let six: string;
  let three: string;

  it('sells nothing without an agreement in force, and sells with one', async () => {
    productVersionId = (await world.newContest({ definition: cims645 })).productVersionId;
    await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.productVersionId, productVersionId));
    contestId = await world.newMachineDraw(productVersionId, 2, OPENING, 'external');
    productId = (await world.reload(contestId)).productId;
    [six = '', three = ''] = await Promise.all([world.newPlayer(1_000n), world.newPlayer(1_000n)]);
    await expect(world.sell([contestId], [{ accountId: six, wager: SIX }])).rejects.toThrow(/not_on_sale/);
    await world.db.insert(drawAgreement).values({
      productId,
      organiser: 'A European lottery',
      reference: 'agreement 12',
      validFrom: new Date(Date.now() - 60_000),
      validUntil: new Date(Date.now() + 86_400_000),
      enteredBy: 'staff:one',
    });
    await world.sell(
      [contestId],
      [
        { accountId: six, wager: SIX },
        { accountId: three, wager: THREE },
        { accountId: three, wager: NONE },
        { accountId: world.counter.shopId, wager: THREE },
      ],
    );
  });

  it('takes no totals that leave out what was sold here: winners of a tier, or stakes', async () => {
    await world.waitSigned(contestId);
    const path = async (totals: ExternalTotalsJson) => {
      const refused = await importResult(world.core, contestId, 'official-1', RESULT, totals);
      return refused.ok ? null : [refused.code, refused.path, refused.facts.reason];
    };
    expect(await path(TOTALS({ '6': '0' }))).toEqual(['prizes_out_of_range', 'totals.winners.6', 'own_tickets_missing']);
    expect(await path(TOTALS({ '3': '1' }))).toEqual(['prizes_out_of_range', 'totals.winners.3', 'own_tickets_missing']);
    const tiny = TOTALS({ '6': '1', '5-bonus': '0', '5': '0', '4': '0', '3': '2' }, '300');
    expect(await path(tiny)).toEqual(['prizes_out_of_range', 'totals.salesCents', 'own_tickets_missing']);
  });

  it('pays our winners the organiser’s prizes; the prize share of our stakes goes to the common pool and the prizes come from it', async () => {
    expectOk(await importResult(world.core, contestId, 'official-1', RESULT, TOTALS()));
    expectOk(await certifyResult(world.core, contestId, 'official-2', 1));
    await world.advanceTo(contestId, 'archived');
    const [table] = await world.db.select().from(prizeTable).where(eq(prizeTable.contestId, contestId));
    const rows = (tiers: unknown) =>
      new Map((tiers as { tier: string; winners: string; shareCents: string }[]).map((row) => [row.tier, row]));
    const [own, common] = [rows(table?.tiers), rows(table?.commonTiers)];
    expect([...own.values()].map(({ tier, winners }) => [tier, winners])).toEqual([
      ['6', '1'],
      ['5-bonus', '0'],
      ['5', '0'],
      ['4', '0'],
      ['3', '2'],
    ]);
    expect(common.get('6')?.winners).toBe('2');
    const sixCents = BigInt(common.get('6')?.shareCents ?? 0);
    // The fund of 25,000.00 does not reach the guaranteed 250,000.00 of the first tier; two share it.
    expect(sixCents).toBe(12_500_000n);
    expect(await world.balanceOf(CODES['player-cash'], six)).toBe(900n + sixCents);
    expect(await world.balanceOf(CODES['player-cash'], three)).toBe(800n + 500n);
    expect(await world.balanceOf(CODES['prizes-payable'], world.counter.shopId)).toBe(500n);
    // Half of the 4.00 staked here is owed to the pool; 125,000.00 + 2 × 5.00 came out of it.
    expect(await world.balanceOf(CODES['common-pool'], productId)).toBe(200n - sixCents - 1_000n);
    for (const code of [CODES.stakes, CODES['prize-fund'], CODES.jackpot, CODES.reserve])
      for (const owner of [contestId, productId]) expect(await world.balanceOf(code, owner)).toBe(0n);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('is counted by the control system, shown with all winners, and its bundle verifies with ours', async () => {
    const [agreed] = await world.db.select().from(reconciliation).where(eq(reconciliation.contestId, contestId));
    expect(agreed?.agrees).toBe(true);
    const view = await viewOfContest(world.db, openLiveFigures(world.db, engineCache()), await world.reload(contestId), null);
    expect(view.prizes?.find(({ tier }) => tier === '6')).toMatchObject({ winners: '2', prizeCents: '12500000' });
    const bundle = await world.deps.archive.get(archiveName(await world.reload(contestId), 1, 'valira'));
    expect(verifyBundle(nodePorts, bundle ?? new Uint8Array(0)).findings).toEqual([]);
  });
});
