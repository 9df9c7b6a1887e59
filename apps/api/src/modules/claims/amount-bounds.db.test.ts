import { randomUUID } from 'node:crypto';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { holdFunds } from '../ledger/index.ts';
import { openIntake } from '../wagers/index.ts';
import { openClaim } from './open-claim.ts';
import { payClaim } from './pay-claim.ts';
import { proposePaymentOrder } from './propose-payment-order.ts';
import { claimsAt, drawAndPay, newContests, newCounter, sellTo } from './testing/won-tickets.ts';

let world: World;
let owner: postgres.Sql;
beforeAll(async () => {
  world = await makeWorld();
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  const intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 64, queueMax: 100 },
  );
  // One true row of each kind of money, to be copied with another amount.
  const counter = await newCounter(world, await world.newShop(10_000_000n));
  const contests = await newContests(world, 1);
  const tickets = [await sellTo(world, intake, counter, contests), await sellTo(world, intake, counter, contests)];
  await intake.close();
  await drawAndPay(
    world,
    contests[0]?.contestId ?? '',
    new Date(Date.now() - 86_400_000),
    tickets.map(({ ticketId }) => ({ ticketId, accountId: counter.accountId, amountCents: 50_000n })),
  );
  const core = claimsAt(world);
  const [paid, claimed] = tickets.map(({ serial }) => serial);
  const atCounter = { serial: paid ?? '', amountCents: 50_000n, identification: null, shopPaysUpToCents: 1_000_000n };
  expectOk(await payClaim(core, { ...atCounter, payer: counter, key: randomUUID() }));
  const identification = { documentKind: 'passport', documentNumber: 'QW1', name: 'Meritxell Vidal', birthDate: '1980-02-01' } as const;
  const { claimId } = expectOk(
    await core.inTransaction((tx) =>
      openClaim(core, tx, 'staff:one', { serial: claimed ?? '', amountCents: 50_000n, identification, key: randomUUID() }),
    ),
  );
  expectOk(
    await core.inTransaction((tx) =>
      proposePaymentOrder(core, tx, 'staff:one', claimId, { holder: 'Meritxell Vidal', iban: 'AD1200012030200359100100' }),
    ),
  );
  const player = await world.newPlayer(10_000n);
  const hold = { accountId: player, key: 'w', amount: cents(8_000n), purpose: 'withdrawal', reference: player, expiresAt: null };
  expectOk(await core.inTransaction((tx) => holdFunds(tx, world.ids, new Date(), hold)));
});
afterAll(async () => {
  await owner.end();
  await world.end();
});

const MOST_MOVED = 1_000_000_000_000n;
const MOST_STAKED = 100_000_000n;
const FAR_OUT = [2n ** 63n - 1n, -(2n ** 63n), -1n, 0n];

/** Where money of a person is kept, with the largest amount there may be. */
const KEPT: readonly (readonly [table: string, column: string, most: bigint])[] = [
  ['transfer', 'amount_cents', MOST_MOVED],
  ['ticket', 'stake_cents', MOST_STAKED],
  ['entry', 'stake_cents', MOST_STAKED],
  ['hold', 'amount_cents', MOST_MOVED],
  ['prize', 'amount_cents', MOST_MOVED],
  ['prize_end', 'amount_cents', MOST_MOVED],
  ['claim', 'amount_cents', MOST_MOVED],
  ['payment_order', 'amount_cents', MOST_MOVED],
];

/** A copy of a true row with another amount. A check is asked before any key, so that the copy would exist twice is never the answer. */
const copyWith = (table: string, column: string, amount: bigint): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('${column}', ${amount}))).* FROM ${table} t LIMIT 1`;

/** The SQLSTATE and what refused. */
async function refusalOf(who: postgres.Sql, statement: string): Promise<string> {
  try {
    const { count } = await who.unsafe(statement);
    return `${count} rows written`;
  } catch (error) {
    const { code, constraint_name: constraint = '' } = error as { code: string; constraint_name?: string };
    return `${code} ${constraint}`;
  }
}

describe('an amount out of range is refused by the database itself', () => {
  it.each(KEPT)('%s.%s, from the application and from the owner of the database', async (table, column, most) => {
    for (const who of [world.sql, owner])
      for (const amount of [...FAR_OUT, most + 1n]) {
        // 23514: a check. VA001: the rule of payment orders, which is asked even before it. 22003: more than the column holds.
        expect([amount, await refusalOf(who, copyWith(table, column, amount))]).toEqual([
          amount,
          expect.stringMatching(/^(23514 \w+|VA001 .*|22003 .*)$/),
        ]);
      }
    // The copy itself is refused for being a copy and for nothing else: what is tested above is the amount.
    const [row] = await owner.unsafe<{ amount: bigint }[]>(`SELECT ${column} AS amount FROM ${table} LIMIT 1`);
    expect(await refusalOf(owner, copyWith(table, column, BigInt(row?.amount ?? 0n)))).toMatch(/^23505 /);
  });

  it('balance, which has a floor for each account and a bound for all', async () => {
    for (const who of [world.sql, owner])
      for (const [column, amount] of [
        ['amount_cents', 2n ** 63n - 1n],
        ['amount_cents', 1_000_000_000_000_001n],
        ['amount_cents', -(2n ** 62n)],
        ['floor_cents', 1n],
        ['floor_cents', -(2n ** 62n)],
      ] as const)
        expect(await refusalOf(who, `UPDATE balance SET ${column} = ${amount}`)).toMatch(/^23514 balance_/);
    expect(await refusalOf(owner, 'UPDATE balance SET amount_cents = floor_cents - 1')).toMatch(/^23514 balance_within_limit/);
  });

  it('sums of a contest: no seal, stretch, payment or prize table is negative or beyond all stakes', async () => {
    const bounded = await owner<{ name: string }[]>`
      SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND conname IN
        ('seal_stake_in_range', 'settlement_chunk_in_range', 'payment_chunk_in_range', 'prize_table_in_range') AND convalidated ORDER BY 1`;
    expect(bounded.map(({ name }) => name)).toEqual([
      'payment_chunk_in_range',
      'prize_table_in_range',
      'seal_stake_in_range',
      'settlement_chunk_in_range',
    ]);
    for (const amount of [-1n, 1_000_000_000_000_001n])
      expect(await refusalOf(owner, copyWith('payment_chunk', 'amount_cents', amount))).toMatch(/^23514 payment_chunk_in_range/);
  });
});
