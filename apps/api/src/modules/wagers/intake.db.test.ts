import { randomUUID } from 'node:crypto';
import { balance, entry, intakeLink, saleKey, ticket } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/hash.ts';
import { sellAcrossClose } from '../../testing/sell-across-close.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { type Intake, openIntake } from './intake.ts';
import type { SaleAnswer, SaleOrder } from './sale-order.ts';
import { openThreadedIntake } from './threaded-intake.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const SETTINGS = { lanes: 2, batchMax: 64, queueMax: 2000 };
const here = () => openIntake({ databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids }, SETTINGS);
const onEnd = (error: Error) => {
  throw error;
};
const beside = () => openThreadedIntake({ ...SETTINGS, databaseUrl: world.database.appUrl, keysDir: world.keysDir }, { onEnd });

const order = (
  accountId: string,
  contest: { contestId: string; productVersionId: string },
  change: Partial<SaleOrder> = {},
): SaleOrder => ({
  accountId,
  key: randomUUID(),
  inputHash: sha256(Buffer.from('body')),
  channel: 'online',
  terminalId: null,
  clerkId: null,
  productVersionId: contest.productVersionId,
  contestIds: [contest.contestId],
  lines: Uint8Array.of(1, 2, 3),
  stakePerContest: cents(100n),
  ...change,
});
const codes = (answers: readonly SaleAnswer[]) => answers.map((answer) => (answer.ok ? 'sold' : answer.code));
const ticketsOf = (accountId: string) => world.db.select().from(ticket).where(eq(ticket.accountId, accountId));
const cashOf = async (accountId: string) => {
  const [row] = await world.db
    .select()
    .from(balance)
    .where(and(eq(balance.accountId, accountId), eq(balance.code, CODES['player-cash'])));
  return row?.amountCents;
};

describe.each([
  ['in this thread', here],
  ['in a thread of its own', beside],
] as const)('the intake %s', (_, open) => {
  let intake: Intake;
  beforeAll(() => {
    intake = open();
  });
  afterAll(() => intake.close());

  it('sells exactly 100 tickets to 200 simultaneous purchases with balance for 100', async () => {
    const contest = await world.newContest();
    const player = await world.newPlayer(10_000n);
    const answers = await Promise.all(Array.from({ length: 200 }, () => intake.sell(order(player, contest))));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(100);
    expect(new Set(codes(answers))).toEqual(new Set(['sold', 'insufficient_funds']));
    expect(await ticketsOf(player)).toHaveLength(100);
    expect(await cashOf(player)).toBe(0n);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('answers a repeated key with the same ticket and a changed body with key_reused, whether together or one after the other', async () => {
    const contest = await world.newContest();
    const player = await world.newPlayer(10_000n);
    const first = order(player, contest);
    const together = await Promise.all([
      intake.sell(first),
      intake.sell(first),
      intake.sell({ ...first, inputHash: sha256(Buffer.from('other')) }),
    ]);
    const later = await intake.sell(first);
    const ids = [together[0], together[1], later].map((answer) => (answer?.ok ? answer.value.ticketId : null));
    expect(new Set(ids).size).toBe(1);
    expect(codes(together.slice(2))).toEqual(['key_reused']);
    expect(await ticketsOf(player)).toHaveLength(1);
    expect(await cashOf(player)).toBe(9_900n);
  });

  it('lets the sales that fit through when one in between does not', async () => {
    const contest = await world.newContest();
    const player = await world.newPlayer(500n);
    const answers = await Promise.all(
      [400n, 200n, 100n].map((amount) => intake.sell(order(player, contest, { stakePerContest: cents(amount) }))),
    );
    expect(codes(answers)).toEqual(['sold', 'insufficient_funds', 'sold']);
  });

  it('refuses with the reason, and charges nothing', async () => {
    const player = await world.newPlayer(10_000n);
    const shop = await world.newShop(150n);
    const atShop = { channel: 'shop' as const, terminalId: world.ids.next(), clerkId: world.ids.next() };
    const open = await world.newContest();
    const pool = await world.newContest({ kind: 'pool' });
    const refused = async (code: string, sale: Promise<SaleAnswer>) => expect(codes([await sale])).toEqual([code]);
    await refused('contest_closed', intake.sell(order(player, await world.newContest({ closesAt: new Date(Date.now() - 1) }))));
    await refused('contest_not_open', intake.sell(order(player, await world.newContest({ state: 'scheduled' }))));
    await refused('no_commitment', intake.sell(order(player, await world.newContest({ state: 'scheduled', announced: false }))));
    await refused('channel_not_allowed', intake.sell(order(player, await world.newContest({ channels: ['shop'] }))));
    await refused('contest_not_found', intake.sell(order(player, { contestId: randomUUID(), productVersionId: randomUUID() })));
    await refused('pari_mutuel_not_in_shops', intake.sell(order(shop, pool, atShop)));
    await refused('credit_limit_reached', intake.sell(order(shop, open, { ...atShop, stakePerContest: cents(200n) })));
    await world.db.execute(sql`UPDATE account SET state = 'barred' WHERE id = ${player}`);
    await refused('account_barred', intake.sell(order(player, open)));
    expect(await ticketsOf(player)).toEqual([]);
    expect(await cashOf(player)).toBe(10_000n);
  });

  it('never sells after the close: of 200 sellers across it, each acknowledged ticket is sealed and none was sold later', async () => {
    const { acknowledged, sealed, late, refusals } = await sellAcrossClose(world, intake);
    expect(acknowledged).toBeGreaterThan(0);
    expect({ sealed, late }).toEqual({ sealed: acknowledged, late: 0 });
    expect([...refusals]).toEqual(['contest_closed']);
  });

  it('chains its batches: every link names the head before it, and the records add up to the tickets', async () => {
    const links = await world.db.select().from(intakeLink).orderBy(asc(intakeLink.intakeId), asc(intakeLink.seq));
    const heads = new Map<string, string>();
    for (const link of links) {
      expect(Buffer.from(link.previousHead).toString('hex')).toBe(heads.get(link.intakeId) ?? '0'.repeat(64));
      heads.set(link.intakeId, Buffer.from(link.head).toString('hex'));
    }
    const [entries] = await world.db.execute<{ entries: number; stake: string }>(
      sql`SELECT count(*)::int AS entries, sum(stake_cents)::text AS stake FROM entry`,
    );
    expect(links.reduce((total, link) => total + link.recordCount, 0)).toBe(entries?.entries);
    expect(links.reduce((total, link) => total + link.amountCents, 0n)).toBe(BigInt(entries?.stake ?? 0));
  });

  it('takes up again after its database connection is cut, without losing or repeating a sale', async () => {
    const contest = await world.newContest();
    const players = await Promise.all(Array.from({ length: 20 }, () => world.newPlayer(10_000n)));
    const orders = players.flatMap((player) => Array.from({ length: 20 }, () => order(player, contest)));

    const selling = Promise.all(orders.map((sale) => intake.sell(sale)));
    for (let i = 0; i < 5; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 4));
      await world.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'intake-%' AND datname = current_database()`.catch(
        () => undefined,
      );
    }
    const answers = await selling;

    const again = await Promise.all(orders.map((sale) => intake.sell(sale)));
    expect(codes(again)).toEqual(orders.map(() => 'sold'));
    for (const [i, answer] of answers.entries()) if (answer.ok && again[i]?.ok) expect(again[i].value.ticketId).toBe(answer.value.ticketId);
    const [sold] = await world.db.execute<{ tickets: number; keys: number }>(
      sql`SELECT (SELECT count(*)::int FROM ticket WHERE contest_id = ${contest.contestId}) AS tickets, (SELECT count(*)::int FROM sale_key WHERE ticket_id IN (SELECT id FROM ticket WHERE contest_id = ${contest.contestId})) AS keys`,
    );
    expect(sold).toEqual({ tickets: orders.length, keys: orders.length });
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('keeps each chain one chain when its connection is cut again and again, past the tenth link', async () => {
    const contest = await world.newContest();
    const players = await Promise.all(Array.from({ length: 4 }, () => world.newPlayer(10_000n)));
    const own = openIntake(
      { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
      { lanes: 1, batchMax: 1, queueMax: 2000 },
    );
    for (let round = 0; round < 4; round += 1) {
      const selling = Promise.all(players.flatMap((player) => Array.from({ length: 4 }, () => own.sell(order(player, contest)))));
      await world.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'intake-%' AND datname = current_database()`.catch(
        () => undefined,
      );
      await selling;
    }
    await own.close();
    const links = await world.db.execute<{ intake_id: string; seq: string; follows: boolean }>(sql`
      SELECT intake_id, seq::text, previous_head = lag(head, 1, decode(repeat('00', 32), 'hex')) OVER chain
        AND seq = 1 + lag(seq, 1, 0::bigint) OVER chain AS follows
      FROM intake_link WINDOW chain AS (PARTITION BY intake_id ORDER BY intake_link.seq)`);
    expect(links.filter(({ follows }) => !follows)).toEqual([]);
    expect(links.length).toBeGreaterThan(30);
  });

  it('cannot change what it wrote: the application role is refused by the database', async () => {
    for (const table of [ticket, entry, saleKey, intakeLink])
      await expect(world.db.delete(table)).rejects.toMatchObject({ cause: { severity: 'ERROR' } });
    for (const name of ['ticket', 'entry', 'ticket_serial', 'sale_key', 'intake_link', 'transfer', 'audit_event'])
      await expect(
        world.sql.unsafe(
          `UPDATE ${name} SET ${name === 'audit_event' ? 'seq = 1' : name === 'transfer' ? "kind = ''" : name.startsWith('intake') ? 'seq = 1' : 'account_id = account_id'}`,
        ),
      ).rejects.toMatchObject({ severity: 'ERROR' });
  });
});

describe('an intake whose thread ends', () => {
  it('tells those who wait, and whoever opened it, once', async () => {
    let told = 0;
    const settings = { ...SETTINGS, databaseUrl: 'postgres://127.0.0.1:1/none', keysDir: '/dev/null/none' };
    const intake = openThreadedIntake(settings, {
      onEnd: () => {
        told += 1;
      },
    });
    const contest = await world.newContest();
    const waiting = intake.sell(order(await world.newPlayer(100n), contest));
    await expect(waiting).rejects.toThrow();
    await expect(intake.sell(order(randomUUID(), contest))).rejects.toThrow();
    expect(told).toBe(1);
    await intake.close();
  });
});
