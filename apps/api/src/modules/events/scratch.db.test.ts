import { randomBytes, randomUUID } from 'node:crypto';
import { prize, prizeTable } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/hash.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { finish, overLegs, poolRules, raceDay, straight } from '../../testing/race-day.ts';
import { engineCache } from '../contests/index.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { archiveName } from '../reporting/index.ts';
import { openSales, openSoldContests } from '../wagers/index.ts';
import { decideScratch, enterEventResult, proposeScratch, stopEvent } from './index.ts';

let world: ProcedureWorld;
let day: ReturnType<typeof raceDay>;
beforeAll(async () => {
  world = await makeProcedureWorld();
  day = raceDay(world);
});
afterAll(() => world.end());

const stop = (eventId: string) => stopEvent(world.core, { eventId, actor: 'desk-1', source: 'starter’s flag' });
const scratch = async (eventId: string, runner: number) => {
  const { proposalId, touched } = expectOk(await proposeScratch(world.core, 'desk-1', { eventId, runner, reason: 'lame at the post' }));
  expectOk(await decideScratch(world.core, 'desk-2', proposalId, true));
  return touched;
};

describe('a runner taken out of betting (R05: 20,000.00 of 50,000.00 on no. 7, takeout 20 %)', () => {
  let eventId: string;
  let contestId: string;
  let proposalId: string;
  let on7: string;
  let on4: string;
  let on1: string;

  it('shows the second person the money, tickets and people it touches; the proposer cannot confirm', async () => {
    eventId = await day.newEvent();
    contestId = await day.newPool(poolRules('win', { takeoutBps: 2000 }), [eventId]);
    [on7 = '', on4 = '', on1 = ''] = await Promise.all([1, 2, 3].map(() => world.newPlayer(10_000_000n)));
    const many = (accountId: string, runner: number, tickets: number) =>
      Array.from({ length: tickets }, () => ({ accountId, wager: straight([runner], 100_000) }));
    await world.sell([contestId], [...many(on7, 7, 20), ...many(on4, 4, 6), ...many(on1, 1, 24)]);
    const proposed = expectOk(await proposeScratch(world.core, 'desk-1', { eventId, runner: 7, reason: 'withdrawn by the vet' }));
    proposalId = proposed.proposalId;
    expect(proposed.touched).toMatchObject([
      { contestId, rule: 'refund', stakeCents: '2000000', tickets: 20, players: 1, shops: 0, refundCents: '2000000' },
    ]);
    expect(await decideScratch(world.core, 'desk-1', proposalId, true)).toMatchObject({ code: 'four_eyes' });
    expect(await proposeScratch(world.core, 'desk-2', { eventId, runner: 7, reason: 'again' })).toMatchObject({ code: 'scratch_pending' });
    const alone = world.db.execute(sql`
      INSERT INTO scratch (event_id, runner, proposal_id, proposed_by, confirmed_by, touched, at)
      VALUES (${eventId}, 7, ${proposalId}, 'desk-1', 'desk-1', '[]', now())`);
    await expect(alone).rejects.toMatchObject({ cause: { constraint_name: 'four_eyes' } });
  });

  it('is sold no more from that commit on, also by whoever had the card in memory, and never comes back', async () => {
    const contests = openSoldContests(world.db);
    const sales = openSales({ intake: world.intake, contests });
    await contests.find([contestId]);
    const stale = engineCache()(await world.reload(contestId));
    const buy = (runner: number) =>
      sales.sell({
        buyer: { accountId: on1, channel: 'online', terminalId: null, clerkId: null },
        key: randomUUID(),
        contestIds: [contestId],
        wager: straight([runner], 100),
        priceCents: 100n,
      });
    expectOk(await decideScratch(world.core, 'desk-2', proposalId, true));
    expect(await buy(7)).toMatchObject({ code: 'invalid_line', facts: { reason: 'scratched_runner' } });
    const read = expectOk(stale.parseWager(straight([7], 100), () => 0n));
    const { productVersionId } = await world.reload(contestId);
    const late = await world.intake.sell({
      accountId: on1,
      key: randomUUID(),
      inputHash: sha256(randomBytes(8)),
      channel: 'online',
      terminalId: null,
      clerkId: null,
      productVersionId,
      contestIds: [contestId],
      lines: read.lines,
      stakePerContest: read.stakeCents,
    });
    expect(late).toMatchObject({ code: 'card_changed' });
    expect(await decideScratch(world.core, 'desk-2', proposalId, true)).toMatchObject({ code: 'scratch_decided' });
    expect(await proposeScratch(world.core, 'desk-1', { eventId, runner: 7, reason: 'again' })).toMatchObject({
      code: 'runner_already_scratched',
    });
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    await expect(owner`DELETE FROM scratch WHERE event_id = ${eventId}`).rejects.toThrow();
    await expect(owner`UPDATE scratch SET runner = 8 WHERE event_id = ${eventId}`).rejects.toThrow();
    await owner.end();
  });

  it('does not count in betting when it wins: no. 4 pays 4.00, 20,000.00 went back once, and ledger, control system and verifier agree', async () => {
    expectOk(await stop(eventId));
    await world.waitSigned(contestId);
    expect(await enterEventResult(world.core, eventId, 'desk-1', finish(7, 4, 2))).toMatchObject({
      code: 'invalid_result',
      facts: { reason: 'runner_did_not_start', runner: 7 },
    });
    await day.decide(eventId, { ...finish(4, 2), sportingOrder: [[7], [4], [2]] });
    await world.advanceTo(contestId, 'archived');
    const [table] = await world.db.select().from(prizeTable).where(eq(prizeTable.contestId, contestId));
    expect(table).toMatchObject({
      tiers: [{ tier: '4', winners: '6000', shareCents: '400', totalCents: '2400000' }],
      prizesCents: 2_400_000n,
      refundsCents: 2_000_000n,
    });
    const paid = await world.db.select().from(prize).where(eq(prize.contestId, contestId));
    expect(paid.filter(({ kind }) => kind === 'refund')).toHaveLength(20);
    const cash = await Promise.all([on7, on4, on1].map((id) => world.balanceOf(CODES['player-cash'], id)));
    expect(cash).toEqual([10_000_000n, 10_000_000n - 600_000n + 2_400_000n, 10_000_000n - 2_400_000n]);
    expect(await verifyLedger(world.db)).toEqual([]);
    // A stake that went back carries no tax: 25 % of 30,000.00.
    const [tax] = await world.db.execute<{ amount: string }>(
      sql`SELECT sum(amount_cents)::text AS amount FROM transfer WHERE reference = ${contestId} AND kind = 'tax-on-stakes'`,
    );
    expect(tax?.amount).toBe('750000');
    const bundle = await world.deps.archive.get(archiveName(await world.reload(contestId), 1, 'valira'));
    expect(verifyBundle(nodePorts, bundle ?? new Uint8Array(0))).toMatchObject({ findings: [], notChecked: ['keys', 'numbers'] });
  });

  it('is refused once the event has a result', async () => {
    expect(await proposeScratch(world.core, 'desk-1', { eventId, runner: 3, reason: 'too late' })).toMatchObject({
      code: 'result_entered',
    });
  });
});

describe('a runner taken out of a race that several pools stand on', () => {
  it('follows each pool’s own rule: refunded where the rule says so, moved to the favourite in a double', async () => {
    const [first, second] = [await day.newEvent(), await day.newEvent('race', 3_700_000)];
    const win = await day.newPool(poolRules('win'), [second]);
    const exacta = await day.newPool(poolRules('exacta'), [second]);
    const double = await day.newPool(poolRules('double'), [first, second]);
    const player = await world.newPlayer(1_000_000n);
    await world.sell(
      [win],
      [1, 5, 5, 5, 2, 3].map((runner) => ({ accountId: player, wager: straight([runner], 1_000) })),
    );
    await world.sell(
      [exacta],
      [
        { accountId: player, wager: { kind: 'pool', selections: { form: 'box', runners: [1, 5, 2] }, stakeCents: '600' } },
        { accountId: player, wager: straight([5, 2], 200) },
        { accountId: player, wager: straight([3, 4], 1_000) },
      ],
    );
    await world.sell(
      [double],
      [
        { accountId: player, wager: overLegs([[4], [1]], 1_000) },
        { accountId: player, wager: overLegs([[4], [2]], 1_000) },
      ],
    );
    const touched = await scratch(second, 1);
    const of = (id: string) => touched.find(({ contestId }) => contestId === id);
    expect(of(win)).toMatchObject({ rule: 'refund', stakeCents: '1000', tickets: 1, refundCents: '1000' });
    // Four of the six orders of the box name no. 1.
    expect(of(exacta)).toMatchObject({ rule: 'refund', stakeCents: '600', tickets: 1, refundCents: '400' });
    expect(of(double)).toMatchObject({ rule: 'substitute-favourite', stakeCents: '1000', tickets: 1, refundCents: '0' });

    expect(expectOk(await stop(first)).closed).toEqual([double]);
    expect(new Set(expectOk(await stop(second)).closed)).toEqual(new Set([win, exacta]));
    for (const id of [win, exacta, double]) await world.waitSigned(id);
    await day.decide(first, finish(4, 8));
    // No. 5 is the favourite of the win pool: whoever had no. 1 in the double has it.
    await day.decide(second, finish(5, 2));
    for (const id of [win, exacta, double]) await world.advanceTo(id, 'archived');
    const tables = await world.db.select().from(prizeTable);
    const table = (id: string) => tables.find(({ contestId }) => contestId === id);
    expect(table(win)).toMatchObject({ refundsCents: 1_000n });
    expect(table(exacta)).toMatchObject({ refundsCents: 400n, tiers: [{ tier: '5-2' }] });
    // 20.00 less 30 % on 10.00: 1.40.
    expect(table(double)).toMatchObject({ refundsCents: 0n, tiers: [{ tier: '4-5', winners: '10', shareCents: '140' }] });
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);
});
