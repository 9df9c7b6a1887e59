import { shop, shopStatement } from '@valira/db/schema';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../platform/core.ts';
import { type Ids, uuidV7 } from '../../../platform/ids.ts';
import { transactionsOn } from '../../../platform/transaction.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { account, HOUSE, type Posting, postOperation } from '../../ledger/index.ts';
import { businessWeekFrom, businessWeekOf, weekAfter } from './business-week.ts';
import { closeWeeks } from './close-weeks.ts';
import { salesFile, salesOfMonth } from './sales-file.ts';
import { setCommission } from './set-commission.ts';
import { csvOfShopStatement, pdfOfShopStatement } from './statement-files.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday at noon; six weeks on, the clocks have changed. */
const START = new Date('2026-10-05T10:00:00Z');
const WEEKS = 6;

let nowMs = START.getTime();
let world: World;
let core: Core;
let owner: postgres.Sql;
let contestId: string;
beforeAll(async () => {
  const clock = { now: () => new Date(nowMs) };
  world = await makeWorld({ clock });
  core = { ...world, clock, inTransaction: transactionsOn(world.db) };
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  await owner`SELECT ensure_month_partition('transfer', t) FROM unnest(ARRAY['2026-10-01', '2026-11-01', '2026-12-01']::timestamptz[]) AS t`;
  await owner`SELECT ensure_month_partition('ledger_operation', t) FROM unnest(ARRAY['2026-10-01', '2026-11-01', '2026-12-01']::timestamptz[]) AS t`.catch(
    () => undefined,
  );
  contestId = (await world.newContest({ closesAt: new Date(START.getTime() + 100 * DAY) })).contestId;
});
afterAll(async () => {
  await owner.end();
  await world.end();
});

type What = 'stake' | 'stake-cancelled' | 'claim' | 'shop-commission' | 'shop-commission-reversed' | 'shop-paid' | 'credited';
/** By how much each makes the shop owe more. */
const SIGN: Readonly<Record<What, 1n | -1n>> = {
  stake: 1n,
  'stake-cancelled': -1n,
  claim: -1n,
  'shop-commission': -1n,
  'shop-commission-reversed': 1n,
  'shop-paid': -1n,
  credited: -1n,
};

function postingOf(what: What, shopId: string, amount: bigint): Posting {
  const settlement = account('shop-settlement', shopId);
  const commission = account('shop-commission', shopId);
  const stakes = account('stakes', contestId);
  const [debit, credit] = {
    stake: [settlement, stakes],
    'stake-cancelled': [stakes, settlement],
    claim: [account('prizes-payable', shopId), settlement],
    'shop-commission': [stakes, commission],
    'shop-commission-reversed': [commission, stakes],
    'shop-paid': [account('bank'), settlement],
    credited: [account('operator-loss'), settlement],
  }[what] as [Posting['debit'], Posting['credit']];
  return { debit, credit, amount: cents(amount), kind: what, reference: contestId };
}

/** Ids of one process rise; each test begins its time anew, and so its ids. */
let ids: Ids;

const newShop = async (): Promise<string> => {
  ids = uuidV7(core.clock, world.entropy);
  const shopId = await world.newShop(1_000_000_000_000n);
  await owner`UPDATE account SET created_at = ${START} WHERE id = ${shopId}`;
  return shopId;
};

async function post(shopId: string, what: What, amount: bigint, at: Date): Promise<void> {
  nowMs = at.getTime();
  const accountId = what.startsWith('shop-commission') ? HOUSE : shopId;
  expectOk(
    await core.inTransaction((tx) =>
      postOperation(tx, ids, at, { accountId, key: ids.next(), postings: [postingOf(what, shopId, amount)] }),
    ),
  );
}

const statementsOf = (shopId: string) =>
  world.db.select().from(shopStatement).where(eq(shopStatement.accountId, shopId)).orderBy(shopStatement.week);

describe('weekly statements', () => {
  it('are the ledger to the cent over random weeks, across the change of the clocks, however often and late they are made', async () => {
    const movement = fc.record({
      what: fc.constantFrom(...(Object.keys(SIGN) as What[])),
      cents: fc.bigInt({ min: 1n, max: 5_000_00n }),
      atMs: fc.integer({ min: 0, max: WEEKS * 7 * DAY - 1 }),
      // On the edges of weeks too.
      edge: fc.constantFrom(null, 0, -1),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { maxLength: 40 }),
        fc.array(fc.integer({ min: 0, max: WEEKS * 7 * DAY }), { maxLength: 3 }),
        async (movements, looks) => {
          nowMs = START.getTime();
          const shopId = await newShop();
          const moved = movements
            .map(({ what, cents: amount, atMs, edge }) => {
              const at = new Date(START.getTime() + atMs);
              return {
                what,
                amount,
                at: edge === null ? at : new Date(businessWeekOf(new Date(at.getTime() + 7 * DAY)).startsAt.getTime() + edge),
              };
            })
            .sort((a, b) => a.at.getTime() - b.at.getTime());
          const end = businessWeekFrom('2026-11-23');
          const pending = looks.map((ms) => START.getTime() + ms).sort((a, b) => a - b);
          for (const { what, amount, at } of moved) {
            while (pending[0] !== undefined && pending[0] < at.getTime()) {
              nowMs = pending.shift() as number;
              await closeWeeks(core);
            }
            await post(shopId, what, amount, at);
          }
          nowMs = end.endsAt.getTime() + 2 * HOUR;
          await Promise.all([closeWeeks(core), closeWeeks(core)]);

          const statements = await statementsOf(shopId);
          let owed = 0n;
          let week = businessWeekOf(START);
          for (const statement of statements) {
            expect(statement.week).toBe(week.week);
            const own = moved.filter(({ at }) => at >= week.startsAt && at < week.endsAt);
            const sum = (...kinds: What[]) =>
              own.filter(({ what }) => kinds.includes(what)).reduce((total, { what, amount }) => total + SIGN[what] * amount, 0n);
            const opening = owed;
            owed += own.reduce((total, { what, amount }) => total + SIGN[what] * amount, 0n);
            expect(statement).toMatchObject({
              openingCents: opening,
              salesCents: sum('stake'),
              cancelledCents: -sum('stake-cancelled'),
              prizesCents: -sum('claim'),
              commissionCents: -sum('shop-commission', 'shop-commission-reversed'),
              paidCents: -sum('shop-paid'),
              otherCents: sum('credited'),
              closingCents: owed,
              tickets: own.filter(({ what }) => what === 'stake').length,
            });
            week = weekAfter(week);
          }
          expect(statements).toHaveLength(8);
          // What the ledger says in one sum, and the balance that limits its credit.
          const [ledger] = await world.sql<{ owed: string; balance: string }[]>`
            SELECT (SELECT coalesce(sum(CASE WHEN debit_owner = ${shopId} AND debit_code IN (20, 21) THEN amount_cents ELSE 0 END
                - CASE WHEN credit_owner = ${shopId} AND credit_code IN (20, 21) THEN amount_cents ELSE 0 END), 0) FROM transfer)::text AS owed,
              (SELECT amount_cents FROM balance WHERE account_id = ${shopId})::text AS balance`;
          expect(statements.at(-1)?.closingCents).toBe(BigInt(ledger?.owed ?? 'x'));
          const commission = moved
            .filter(({ what }) => what.startsWith('shop-commission'))
            .reduce((s, { what, amount }) => s + SIGN[what] * amount, 0n);
          expect(owed - commission).toBe(-BigInt(ledger?.balance ?? 'x'));
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  it('are not made while the week lasts, and are never changed', async () => {
    nowMs = START.getTime();
    const shopId = await newShop();
    await post(shopId, 'stake', 100n, new Date('2026-10-11T21:59:59.999Z'));
    nowMs = businessWeekOf(START).endsAt.getTime() + HOUR - 1;
    await closeWeeks(core);
    expect(await statementsOf(shopId)).toEqual([]);
    nowMs += 1;
    await closeWeeks(core);
    expect(await statementsOf(shopId)).toMatchObject([{ week: '2026-10-05', salesCents: 100n, closingCents: 100n }]);
    await expect(owner`UPDATE shop_statement SET sales_cents = 0 WHERE account_id = ${shopId}`).rejects.toThrow();
    await expect(
      owner`INSERT INTO shop_statement SELECT account_id, week + 7, ends_at, ends_at + interval '7 days', 0, 0, 0, 0, 0, 0, 0, 0, 0, ends_at + interval '8 days'
        FROM shop_statement WHERE account_id = ${shopId}`,
    ).rejects.toThrow(/does not follow/);
  });

  it('are a page and a table with the same amounts, in four languages', async () => {
    const [statement] = await world.db.select().from(shopStatement).limit(1);
    if (!statement) throw new Error('no statement');
    const shown = { ...statement, closingCents: -123_45n, salesCents: 1n };
    for (const language of ['ca', 'es', 'fr', 'en'] as const) {
      const csv = csvOfShopStatement(shown, language);
      expect(csv).toContain(';0.01\r\n');
      expect(csv).toContain(';-123.45\r\n');
      const pdf = await pdfOfShopStatement(shown, { name: 'Llibreria Canòlich', address: 'Plaça 1' }, language);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});

describe('commission', () => {
  it('is the most particular rate in force when a contest opens; what is on sale keeps its own', async () => {
    nowMs = START.getTime();
    const [shopId, other] = [await newShop(), await newShop()];
    const [{ product } = { product: '' }] = await world.sql<
      { product: string }[]
    >`SELECT v.product_id AS product FROM contest c JOIN product_version v ON v.id = c.product_version_id WHERE c.id = ${contestId}`;
    const rate = (accountId: string | null, productId: string | null, rateBps: number, days: number) =>
      core.inTransaction((tx) =>
        setCommission(core, tx, 'finance', {
          accountId,
          productId,
          channel: 'terminal',
          rateBps,
          validFrom: new Date(START.getTime() + days * DAY),
          reason: 'test',
        }),
      );
    expectOk(await rate(null, null, 550, 1));
    expectOk(await rate(null, product, 600, 2));
    expectOk(await rate(shopId, null, 650, 3));
    expectOk(await rate(shopId, product, 700, 4));
    const at = async (id: string, days: number) =>
      (
        await world.sql<
          { bps: number }[]
        >`SELECT commission_bps(${id}, ${product}, 'terminal', ${new Date(START.getTime() + days * DAY)}) AS bps`
      )[0]?.bps;
    expect(await Promise.all([0, 1, 2, 3, 4].map((days) => at(shopId, days)))).toEqual([500, 550, 600, 650, 700]);
    expect(await Promise.all([0, 1, 2, 3, 4].map((days) => at(other, days)))).toEqual([500, 550, 600, 600, 600]);
    expect(await rate(shopId, product, 1, -1)).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await rate(shopId, product, 1, 4)).toMatchObject({ ok: false, code: 'already_exists' });
  });
});

describe('the monthly sales file', () => {
  it('cuts months at midnight in Andorra: October and November together are the ledger', async () => {
    nowMs = START.getTime();
    const shopId = await newShop();
    const [{ distributorId } = { distributorId: '' }] = await world.db.select().from(shop).where(eq(shop.accountId, shopId));
    await post(shopId, 'stake', 300n, new Date('2026-10-31T22:59:59.999Z'));
    await post(shopId, 'stake', 200n, new Date('2026-10-31T23:00:00.000Z'));
    await post(shopId, 'stake-cancelled', 300n, new Date('2026-11-01T09:00:00.000Z'));
    const [october, november] = await Promise.all(['2026-10', '2026-11'].map((month) => salesOfMonth(world.db, distributorId, month)));
    expect(october).toMatchObject([{ tickets: 1, salesCents: 300n, cancelled: 0, cancelledCents: 0n }]);
    expect(november).toMatchObject([{ tickets: 1, salesCents: 200n, cancelled: 1, cancelledCents: 300n }]);
    const [total] = await world.sql<
      { sold: string }[]
    >`SELECT sum(amount_cents)::text AS sold FROM transfer WHERE account_id = ${shopId} AND kind = 'stake'`;
    const sold = [...(october ?? []), ...(november ?? [])].reduce((sum, { salesCents }) => sum + salesCents, 0n);
    expect(sold).toBe(BigInt(total?.sold ?? 'x'));
    const rows = (october ?? []).map((row) => ({ ...row, shop: '=SUM(A1); "Pont"' }));
    const lines = salesFile({ name: 'Estanc', registerNumber: 'R-1' }, '2026-10', rows).split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFvalira-distributor-sales/1;R-1;Estanc;2026-10;Europe/Andorra;2026-09-30T22:00:00.000Z;2026-10-31T23:00:00.000Z',
    );
    expect(lines[2]).toContain(`"'=SUM(A1); ""Pont""";`);
    expect(lines[2]).toContain(';1;3.00;0;0.00');
  });
});
