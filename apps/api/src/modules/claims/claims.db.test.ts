import { randomUUID } from 'node:crypto';
import { claim, claimRule, contestLapse, largeWin, operatorTier, prizeEnd, prizeLapse, transfer } from '@valira/db/schema';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOfDayAfter } from '../../platform/business-day.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { claimPeriodEnd } from '../contests/index.ts';
import { account, postOperation, verifyLedger } from '../ledger/index.ts';
import { type Intake, openIntake } from '../wagers/index.ts';
import { abandonPrizes } from './abandon-prizes.ts';
import type { Identification } from './claimant.ts';
import { runLapse } from './lapse-job.ts';
import { lapsePrizes } from './lapse-prizes.ts';
import { openClaim } from './open-claim.ts';
import { payClaim } from './pay-claim.ts';
import { type Counter, claimsAt, drawAndPay, newContests, newCounter, sellTo, type WonTicket } from './testing/won-tickets.ts';

const DAY = 86_400_000;
/** Cims 6/45. */
const claimsUntil = (drawsAt: Date) => claimPeriodEnd(drawsAt, { claimDays: 90, closedDaysExtend: true });

let world: World;
let intake: Intake;
let counter: Counter;
let otherCounter: Counter;
beforeAll(async () => {
  world = await makeWorld();
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 64, queueMax: 2_000 },
  );
  counter = await newCounter(world, await world.newShop(10_000_000n));
  otherCounter = await newCounter(world, await world.newShop(10_000_000n));
});
afterAll(async () => {
  await intake.close();
  await world.end();
});

const someone: Identification = { documentKind: 'passport', documentNumber: 'AB 123-456', name: 'Júlia Font', birthDate: '1990-05-04' };

/** A ticket per amount, all of one draw. */
async function won(amounts: readonly bigint[], drawsAt: Date, tier = '3'): Promise<WonTicket[]> {
  const contests = await newContests(world, 1);
  const tickets = await Promise.all(amounts.map(() => sellTo(world, intake, counter, contests)));
  await drawAndPay(
    world,
    contests[0]?.contestId ?? '',
    drawsAt,
    tickets.map(({ ticketId }, i) => ({ ticketId, accountId: counter.accountId, amountCents: amounts[i] ?? 0n, tier })),
  );
  return tickets;
}
async function wonOne(amountCents: bigint, drawsAt = new Date(Date.now() - DAY)): Promise<WonTicket> {
  const [ticket] = await won([amountCents], drawsAt);
  if (!ticket) throw new Error('nothing was sold');
  return ticket;
}

const pay = (
  serial: string,
  amountCents: bigint,
  { identification = null as Identification | null, at = new Date(), payer = counter, limit = 1_000_000n } = {},
) => payClaim(claimsAt(world, at), { serial, amountCents, identification, shopPaysUpToCents: limit, payer, key: randomUUID() });

const openAtDesk = (serial: string, amountCents: bigint, { identification = someone, at = new Date() } = {}) => {
  const core = claimsAt(world, at);
  return core.inTransaction((tx) => openClaim(core, tx, 'staff:one', { serial, amountCents, identification, key: randomUUID() }));
};

const answerOf = (outcome: { ok: boolean; code?: string }) => (outcome.ok ? 'paid' : (outcome.code ?? ''));
const movedFor = async (ticketId: string) =>
  world.db
    .select()
    .from(transfer)
    .where(and(eq(transfer.reference, ticketId), inArray(transfer.kind, ['claim', 'lapse'])));

describe('the end of a ticket’s prizes', () => {
  it('is one of twenty that ask at the same moment: terminals of two shops, the operator’s desk and the lapse', async () => {
    const drawsAt = new Date(Date.now() - 200 * DAY);
    const lastMoment = claimsUntil(drawsAt);
    const seen = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const { ticketId, serial } = await wonOne(12_345n, drawsAt);
      const lapse = async () => {
        const { tickets } = await lapsePrizes(claimsAt(world, new Date(lastMoment.getTime() + 1)));
        return tickets === 0 ? { ok: false, code: 'nothing_lapsed' } : { ok: true };
      };
      // The lapse looks for its tickets first: whoever is asked first is not always first.
      const tries = [
        ...Array.from({ length: round % 2 === 0 ? 4 : 1 }, () => lapse),
        ...Array.from({ length: 6 }, () => () => pay(serial, 12_345n, { at: lastMoment })),
        ...Array.from({ length: 6 }, () => () => pay(serial, 12_345n, { at: lastMoment, payer: otherCounter })),
        ...Array.from({ length: round % 2 === 0 ? 4 : 7 }, () => () => openAtDesk(serial, 12_345n, { at: lastMoment })),
      ];
      expect(tries).toHaveLength(20);
      const order = round < 4 ? tries : tries.toReversed();
      const answers = (await Promise.all(order.map((one) => one()))).map(answerOf);
      expect(answers.filter((answer) => answer === 'paid')).toHaveLength(1);
      const [end, ...more] = await world.db.select().from(prizeEnd).where(eq(prizeEnd.ticketId, ticketId));
      expect(more).toEqual([]);
      seen.add(end?.ending ?? '');
      expect(await movedFor(ticketId)).toHaveLength(end?.ending === 'operator' ? 0 : 1);
      const claims = await world.db.select().from(claim).where(eq(claim.ticketId, ticketId));
      const lapses = await world.db.select().from(prizeLapse).where(eq(prizeLapse.ticketId, ticketId));
      expect(claims.length + lapses.length).toBe(1);
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);

  it('is the database’s: no claim without its end, none of another amount, no lapse before the claim period is over', async () => {
    const { ticketId } = await wonOne(5_000n);
    const { accountId } = counter;
    const row = {
      accountId,
      ticketId,
      id: world.ids.next(),
      amountCents: 5_000n,
      payingAccountId: accountId,
      terminalId: counter.terminalId,
      clerkId: counter.clerkId,
      key: randomUUID(),
      operationId: randomUUID(),
      at: new Date(),
    };
    const refusedBy = (constraint: string) => ({ cause: { constraint_name: constraint } });
    await expect(world.db.insert(claim).values(row)).rejects.toMatchObject(refusedBy('claim_ends_the_prize'));
    await world.db.insert(prizeEnd).values({ accountId, ticketId, ending: 'shop', amountCents: 5_000n, at: new Date() });
    await expect(world.db.insert(claim).values({ ...row, amountCents: 5_001n })).rejects.toMatchObject(refusedBy('claim_ends_the_prize'));
    const lapse = { accountId, ticketId, amountCents: 5_000n, operationId: randomUUID(), at: new Date() };
    await expect(world.db.insert(prizeLapse).values({ ...lapse, claimUntil: new Date(Date.now() + DAY) })).rejects.toMatchObject({
      cause: { code: '23514' },
    });
    await expect(world.db.insert(prizeLapse).values({ ...lapse, claimUntil: new Date(0) })).rejects.toMatchObject({
      cause: { code: '23503' },
    });
    // Written past the command, an end without its money is found by the ledger's own check.
    await world.db.insert(claim).values(row);
    expect(await verifyLedger(world.db)).toMatchObject([{ check: 'prizes of a shop ticket end once', subject: ticketId, found: '0' }]);
    const posting = {
      debit: account('prizes-payable', accountId),
      credit: account('shop-settlement', accountId),
      amount: cents(5_000n),
      kind: 'claim',
      reference: ticketId,
    };
    await claimsAt(world).inTransaction((tx) =>
      postOperation(tx, world.ids, new Date(), { accountId, key: `claim:${ticketId}`, postings: [posting] }),
    );
    expect(await verifyLedger(world.db)).toEqual([]);
  });
});

describe('lapse', () => {
  it('moves what nobody claimed to prizes-unclaimed exactly once, however many workers run it, and the ticket answers claim_expired', async () => {
    const drawsAt = new Date(Date.now() - 100 * DAY);
    const until = claimsUntil(drawsAt);
    const tickets = await won(
      Array.from({ length: 205 }, (_, i) => 1_000n + BigInt(i)),
      drawsAt,
    );
    const [claimed, open] = tickets;
    if (!claimed || !open) throw new Error('nothing was sold');
    expectOk(await pay(claimed.serial, 1_000n, { at: until }));
    expect((await lapsePrizes(claimsAt(world, until))).tickets).toBe(0);
    const after = new Date(until.getTime() + 1);
    const runs = await Promise.all([1, 2, 3, 4].map(() => lapsePrizes(claimsAt(world, after))));
    expect(runs.reduce((total, run) => total + run.tickets, 0)).toBe(204);
    expect((await lapsePrizes(claimsAt(world, after))).tickets).toBe(0);
    for (const { ticketId } of tickets.slice(1, 5)) expect(await movedFor(ticketId)).toMatchObject([{ kind: 'lapse', creditCode: 38 }]);
    expect(await pay(open.serial, 1_001n, { at: after })).toMatchObject({ ok: false, code: 'claim_expired' });
    expect(await pay(open.serial, 1_001n, { at: until })).toMatchObject({ ok: false, code: 'claim_expired' });
    expect(await pay(claimed.serial, 1_000n, { at: after })).toMatchObject({ ok: false, code: 'already_paid' });
    expect(
      await world.db
        .select()
        .from(contestLapse)
        .where(inArray(contestLapse.contestId, [...open.contestIds])),
    ).toHaveLength(1);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);

  it('leaves a ticket for several draws until the claim period of its last draw is over, and takes all of it then', async () => {
    const [first, second] = await newContests(world, 2);
    if (!first || !second) throw new Error('no contest');
    const ticket = await sellTo(world, intake, counter, [first, second]);
    const win = { ticketId: ticket.ticketId, accountId: counter.accountId };
    const early = new Date(Date.now() - 120 * DAY);
    const late = new Date(Date.now() - 113 * DAY);
    await drawAndPay(world, first.contestId, early, [{ ...win, amountCents: 700n }]);
    await drawAndPay(world, second.contestId, late, [{ ...win, amountCents: 300n }]);
    const between = new Date(claimsUntil(early).getTime() + 1);
    expect((await lapsePrizes(claimsAt(world, between))).tickets).toBe(0);
    expect(await world.db.select().from(contestLapse).where(eq(contestLapse.contestId, first.contestId))).toEqual([]);
    const after = new Date(claimsUntil(late).getTime() + 1);
    expect(await lapsePrizes(claimsAt(world, after))).toEqual({ tickets: 1, amountCents: 1_000n });
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('makes forgotten money of lapsed prizes after the days of the rule, once', async () => {
    const drawsAt = new Date(Date.now() - 150 * DAY);
    const { ticketId } = await wonOne(4_321n, drawsAt);
    const lapsedAt = new Date(Date.now() - 10 * DAY);
    await runLapse(claimsAt(world, lapsedAt), '2026-01-01');
    await runLapse(claimsAt(world, lapsedAt), '2026-01-01');
    const abandoned = () =>
      world.db
        .select()
        .from(transfer)
        .where(and(eq(transfer.reference, ticketId), eq(transfer.kind, 'abandonment')));
    await abandonPrizes(claimsAt(world, endOfDayAfter(lapsedAt, 1_824)));
    expect(await abandoned()).toEqual([]);
    const later = new Date(endOfDayAfter(lapsedAt, 1_824).getTime() + 1);
    await Promise.all([1, 2, 3].map(() => abandonPrizes(claimsAt(world, later))));
    expect(await abandoned()).toMatchObject([{ debitCode: 38, creditCode: 39, amountCents: 4_321n }]);
    expect(await verifyLedger(world.db)).toEqual([]);
  });
});

describe('thresholds by date', () => {
  it('send a win above the shop’s limit, or of a tier that is the operator’s, to the operator without an amount', async () => {
    const { serial } = await wonOne(60_000n);
    expect(await pay(serial, 60_000n, { limit: 59_999n })).toMatchObject({ ok: false, code: 'claim_at_operator', facts: {} });
    const [reserved] = await won([900n], new Date(Date.now() - DAY), '1');
    const [version] = await world.db.execute<{ product_id: string }>(sql`
      SELECT v.product_id FROM contest c JOIN product_version v ON v.id = c.product_version_id WHERE c.id = ${reserved?.contestIds[0] ?? ''}::uuid`);
    const tier = { productId: version?.product_id ?? '', tier: '1', proposedBy: 'staff:one', approvedBy: 'staff:two' };
    await expect(
      world.db.insert(operatorTier).values({ ...tier, approvedBy: 'staff:one', validFrom: new Date(0), operatorOnly: true }),
    ).rejects.toMatchObject({ cause: { code: '23514' } });
    await world.db.insert(operatorTier).values({ ...tier, validFrom: new Date(Date.now() - DAY), operatorOnly: true });
    expect(await pay(reserved?.serial ?? '', 900n)).toMatchObject({ ok: false, code: 'claim_at_operator' });
    await world.db.insert(operatorTier).values({ ...tier, validFrom: new Date(Date.now() - 1_000), operatorOnly: false });
    expectOk(await pay(reserved?.serial ?? '', 900n));
    expectOk(await openAtDesk(serial, 60_000n));
    expect(await pay(serial, 60_000n)).toMatchObject({ ok: false, code: 'already_claimed' });
  });

  it('identify from 2,000.00 by the rule in force at the claim, not by a constant', async () => {
    const [below, at, later] = await won([199_999n, 200_000n, 50_000n], new Date(Date.now() - DAY));
    expectOk(await pay(below?.serial ?? '', 199_999n));
    expect(await pay(at?.serial ?? '', 200_000n)).toMatchObject({ ok: false, code: 'identification_required' });
    expectOk(await pay(at?.serial ?? '', 200_000n, { identification: { ...someone, documentNumber: 'X-1' } }));
    const [rule] = await world.db.select().from(claimRule);
    if (!rule) throw new Error('no rule');
    const validFrom = new Date(Date.now() + 5 * DAY);
    await world.db.insert(claimRule).values({ ...rule, validFrom, identifyFromCents: 50_000n, source: 'test' });
    expect(await pay(later?.serial ?? '', 50_000n, { at: validFrom })).toMatchObject({ ok: false, code: 'identification_required' });
    expectOk(await pay(later?.serial ?? '', 50_000n, { at: new Date(validFrom.getTime() - 1) }));
  });

  it('count claims of one document on one business day together, however it is written, and two at once do not miss each other', async () => {
    const [first, second, third] = await won([150_000n, 50_000n, 50_000n], new Date(Date.now() - DAY));
    const known = (documentNumber: string): Identification => ({ documentKind: 'passport', documentNumber });
    const noon = new Date(`${new Date().toISOString().slice(0, 10)}T11:00:00Z`);
    const answers = await Promise.all([
      pay(first?.serial ?? '', 150_000n, { identification: known('OL 99-1'), at: noon }),
      pay(second?.serial ?? '', 50_000n, { identification: { ...known('0199i'), documentKind: 'national-id' }, at: noon }),
    ]);
    expect(answers.map(answerOf).sort()).toEqual(['identification_required', 'paid']);
    const nextDay = new Date(noon.getTime() + DAY);
    expectOk(await pay(third?.serial ?? '', 50_000n, { identification: known('OL 99-1'), at: nextDay }));
  });

  it('refuse a minor at any amount and leave the prize as it was', async () => {
    const { serial } = await wonOne(300n);
    const birthDate = new Date(Date.now() - 17 * 365 * DAY).toISOString().slice(0, 10);
    expect(await pay(serial, 300n, { identification: { ...someone, birthDate } })).toMatchObject({ ok: false, code: 'claimant_under_age' });
    expectOk(await pay(serial, 300n));
  });
});

describe('who claimed', () => {
  it('is kept encrypted, five years, and no column of the database holds it readable', async () => {
    const { serial } = await wonOne(250_000n);
    const identification = { ...someone, documentNumber: 'ZK7788991', name: 'Bru Casamajor i Rossell' };
    const { claimId } = expectOk(await openAtDesk(serial, 250_000n, { identification }));
    const tables = await world.db.execute<{ name: string }>(
      "SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition AND has_table_privilege(pg_class.oid, 'SELECT')",
    );
    for (const { name } of tables) {
      const [row] = await world.db.execute<{ found: number }>(
        sql.raw(`SELECT count(*)::int AS found FROM ${name} t WHERE t::text ILIKE '%Casamajor%' OR t::text ILIKE '%ZK7788991%'
          OR t::text LIKE '%${Buffer.from('Casamajor').toString('hex')}%'`),
      );
      expect(row?.found, name).toBe(0);
    }
    const [kept] = await world.db.execute<{ years: number }>(
      sql`SELECT extract(year FROM age(kept_until, at))::int AS years FROM claim_identity WHERE claim_id = ${claimId}::uuid`,
    );
    expect(kept?.years).toBe(5);
    await expect(world.db.execute(sql`DELETE FROM claim_identity WHERE claim_id = ${claimId}::uuid`)).rejects.toMatchObject({
      cause: { code: 'VA001' },
    });
  });
});

describe('large wins', () => {
  it('are registered with the prize from 15,000.00 on, due 30 days later, in shops and online', async () => {
    const player = await world.newPlayer(10_000n);
    const contests = await newContests(world, 1);
    const online = await sellTo(world, intake, { accountId: player, terminalId: null, clerkId: null }, contests);
    const [small, large] = await Promise.all([1, 2].map(() => sellTo(world, intake, counter, contests)));
    const contestId = contests[0]?.contestId ?? '';
    await drawAndPay(world, contestId, new Date(Date.now() - DAY), [
      { ticketId: online.ticketId, accountId: player, amountCents: 1_500_000n },
      { ticketId: small?.ticketId ?? '', accountId: counter.accountId, amountCents: 1_499_999n },
      { ticketId: large?.ticketId ?? '', accountId: counter.accountId, amountCents: 2_000_000n },
    ]);
    const rows = await world.db.select().from(largeWin).where(eq(largeWin.contestId, contestId)).orderBy(largeWin.amountCents);
    expect(rows.map(({ ticketId, channel }) => [ticketId, channel])).toEqual([
      [online.ticketId, 'online'],
      [large?.ticketId, 'shop'],
    ]);
    for (const { dueAt, grantedAt } of rows) expect(dueAt).toEqual(endOfDayAfter(grantedAt, 30));
  });
});
