import { randomUUID } from 'node:crypto';
import { soldNumber } from '@valira/db/schema';
import { formerTemplates, type GameDefinitionJson, gameTemplates } from '@valira/games';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { transactionsOn } from '../../platform/transaction.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { cancelTicket } from './cancel-ticket.ts';
import { freeNumberRoutes } from './free-numbers.route.ts';
import { type Intake, openIntake } from './intake.ts';
import { openSales, type Sales } from './sell-ticket.ts';
import { openSoldContests } from './sold-contests.ts';
import { ticketIdentity } from './ticket-identity.ts';

let world: World;
let intake: Intake;
let sales: Sales;
beforeAll(async () => {
  world = await makeWorld();
  intake = openIntake({ databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids }, { lanes: 3, batchMax: 8, queueMax: 5_000 });
  sales = openSales({ intake, contests: openSoldContests(world.db) });
});
afterAll(async () => {
  await intake.close();
  await world.end();
});

const template = (id: string): GameDefinitionJson => {
  const found = [...gameTemplates, ...formerTemplates].find((one) => one.id === id);
  if (!found) throw new Error(`no template ${id}`);
  return found;
};

/** What every game has, whatever its family. */
const { schema, version, name, currency, draws, sales: saleTimes, limits, claim } = template('cupon');
const common = { schema, version, name, currency, draws, sales: saleTimes, limits, claim };

/** Fifty fractions: numbers 00–24, one series, two fractions. */
const SMALL_STOCK: GameDefinitionJson = {
  ...common,
  id: 'small-stock',
  family: 'preassigned',
  unitPriceCents: '100',
  digits: 2,
  numbers: 25,
  seriesCount: 1,
  fractionCount: 2,
  extractions: [{ id: 'first', count: 1, digits: 2 }],
  wins: [{ tier: 'first', extraction: 'first', match: { kind: 'number' }, exceptDrawn: false }],
  prizes: {
    fund: { share: '55%', rounding: 'down' },
    tiers: [
      {
        id: 'first',
        prize: { kind: 'fixed', amountCents: '500' },
        rounding: { stepCents: '1', mode: 'down', remainderTo: { to: 'operator' } },
      },
    ],
    undividedTo: { to: 'operator' },
  },
} as unknown as GameDefinitionJson;

const RAFFLE: GameDefinitionJson = {
  ...common,
  id: 'small-raffle',
  family: 'raffle',
  unitPriceCents: '100',
  pattern: [
    { symbols: 'ABC', length: 1 },
    { symbols: '0123456789', length: 1 },
  ],
  wins: [{ tier: 'first', codes: 1 }],
  prizes: SMALL_STOCK.prizes,
} as unknown as GameDefinitionJson;

const buyer = (accountId: string) => ({ accountId, channel: 'online' as const, terminalId: null, clerkId: null });
const buy = async (contestIds: readonly string[], accountId: string, wager: object, priceCents: bigint) =>
  sales.sell({ buyer: buyer(accountId), key: randomUUID(), contestIds, wager: { kind: 'draw', ...wager }, priceCents: cents(priceCents) });

type Bought = Awaited<ReturnType<typeof buy>>;
const played = (bought: Bought): unknown[] => {
  const { order, contests } = expectOk(bought);
  const said = contests[0]?.engine.describeWager(order.lines, order.stakePerContest) as { lines: unknown[] };
  return said.lines;
};
const sold = (all: readonly Bought[]) => all.filter(({ ok }) => ok);
const soldIn = async (contestId: string): Promise<number> => {
  const [row] = await world.db.select({ n: count() }).from(soldNumber).where(eq(soldNumber.contestId, contestId));
  return row?.n ?? 0;
};

describe('a line that the player chose', () => {
  it.each([
    ['keno', template('keno'), { marks: [3, 17, 40, 41, 42, 50, 51, 60, 69, 70] }],
    ['digits with a series', template('cupon'), { bet: 'coupon', digits: '00427', series: 120 }],
    ['a pre-assigned number', SMALL_STOCK, { number: '07', series: 1, fraction: 2 }],
    ['matrix', template('la-primitiva'), { main: [1, 2, 3, 4, 5, 6] }],
  ])('of a game of %s is on the ticket as it was sent', async (_, definition, line) => {
    const { contestId } = await world.newContest({ definition: { ...definition, addOns: [] } });
    const player = await world.newPlayer(10_000n);
    const bought = await buy([contestId], player, { lines: [line] }, BigInt(definition.unitPriceCents));
    expect(played(bought)).toEqual([line]);
  });

  it('is refused where it is none of the game, below `wager.lines`', async () => {
    const { contestId } = await world.newContest({ definition: SMALL_STOCK });
    const { contestId: raffle } = await world.newContest({ definition: RAFFLE });
    const player = await world.newPlayer(10_000n);
    for (const [id, line] of [
      [contestId, { number: '25', series: 1, fraction: 1 }],
      [contestId, { number: '7', series: 1, fraction: 1 }],
      [contestId, { number: '07', series: 2, fraction: 1 }],
      [contestId, { number: '07', series: 1, fraction: 3 }],
      [contestId, { bet: 'coupon', digits: '07' }],
      [raffle, { main: [1, 2] }],
    ] as const)
      expect(await buy([id], player, { lines: [line] }, 100n)).toMatchObject({
        code: 'invalid_line',
        path: expect.stringMatching(/^wager\.lines/),
      });
  });
});

describe('what exists once in a draw', () => {
  it('is sold to one of 90 buyers at the same moment; the others pay nothing', async () => {
    const { contestId } = await world.newContest({ definition: SMALL_STOCK });
    const players = await Promise.all(Array.from({ length: 90 }, () => world.newPlayer(100n)));
    const line = { number: '13', series: 1, fraction: 1 };
    const all = await Promise.all(players.map((player) => buy([contestId], player, { lines: [line] }, 100n)));
    expect(sold(all)).toHaveLength(1);
    for (const one of all) if (!one.ok) expect(one.code).toBe('number_taken');
    expect(await soldIn(contestId)).toBe(1);
  });

  it.each([
    ['fractions', SMALL_STOCK, 50],
    ['raffle codes', RAFFLE, 30],
  ])('is picked for a buyer as long as there is one: of %s each is sold once and never two of a kind', async (_, definition, stock) => {
    const { contestId } = await world.newContest({ definition });
    const players = await Promise.all(Array.from({ length: 30 }, () => world.newPlayer(10_000n)));
    for (let round = 0; round < 20 && (await soldIn(contestId)) < stock; round += 1) {
      const all = await Promise.all(players.map((player) => buy([contestId], player, { quickPicks: 1 }, 100n)));
      for (const one of all) if (!one.ok) expect(one.code).toBe('number_taken');
    }
    expect(await soldIn(contestId)).toBe(stock);
    const tickets = await world.sql`SELECT DISTINCT lines FROM entry WHERE contest_id = ${contestId}`;
    expect(tickets).toHaveLength(stock);
  });

  it('must be free in every draw of a ticket, and is free again after a cancellation', async () => {
    const { contestId: first, productVersionId } = await world.newContest({
      definition: { ...SMALL_STOCK, sales: { ...SMALL_STOCK.sales, cancelMinutes: 5 } },
    });
    const second = world.ids.next();
    await world.sql`
      INSERT INTO contest (id, kind, product_version_id, number, source, state, opens_at, closes_at, draws_at, created_at)
      SELECT ${second}, kind, ${productVersionId}, 2, source, state, opens_at, closes_at, draws_at, created_at FROM contest WHERE id = ${first}`;
    await world.sql`INSERT INTO draw_announcement (contest_id, statement, statement_hash, at) VALUES (${second}, '{}', sha256(${second}::text::bytea), now())`;
    const [one, other] = [await world.newPlayer(1_000n), await world.newPlayer(1_000n)];
    const line = { lines: [{ number: '13', series: 1, fraction: 1 }] };
    const { answer } = expectOk(await buy([second], one, line, 100n));
    expect(await buy([first, second], other, line, 200n)).toMatchObject({ code: 'number_taken' });
    expect(await soldIn(first)).toBe(0);
    const core: Core & { soldContests: ReturnType<typeof openSoldContests> } = {
      ...world,
      clock: { now: () => new Date() },
      inTransaction: transactionsOn(world.db),
      soldContests: openSoldContests(world.db),
    };
    const { ticketId } = answer;
    const { serial } = ticketIdentity(world.keys, ticketId);
    expectOk(await cancelTicket(core, { accountId: one, terminalId: null, ticketId, serial, actor: 'player', reason: 'a test' }));
    expectOk(await buy([first, second], other, line, 200n));
    expect([await soldIn(first), await soldIn(second)]).toEqual([1, 1]);
  });
});

describe('the stock of a number', () => {
  it('shows what is left of it, and nothing of numbers that the game has not', async () => {
    const { contestId } = await world.newContest({ definition: SMALL_STOCK });
    const app = freeNumberRoutes({ ...world, soldContests: openSoldContests(world.db) } as never);
    const ask = async (number: string) => app.request(`/contests/${wireId('contest', contestId)}/numbers/${number}`);
    const before = await ask('13');
    expect(await before.json()).toEqual({
      number: '13',
      fractions: 2,
      free: 2,
      first: [
        { series: 1, fraction: 1 },
        { series: 1, fraction: 2 },
      ],
    });
    const player = await world.newPlayer(100n);
    expectOk(await buy([contestId], player, { lines: [{ number: '13', series: 1, fraction: 1 }] }, 100n));
    expect(await (await ask('13')).json()).toMatchObject({ free: 1, first: [{ series: 1, fraction: 2 }] });
    expect((await ask('25')).status).toBe(404);
    expect((await ask('7')).status).toBe(404);
  });
});
