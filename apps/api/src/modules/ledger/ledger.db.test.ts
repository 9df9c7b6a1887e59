import { openDatabase } from '@valira/db';
import { account as accountTable, balance, ledgerCode } from '@valira/db/schema';
import { createTestDatabase, type TestDatabase } from '@valira/db/testing';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { uuidV7 } from '../../platform/ids.ts';
import { transactionsOn } from '../../platform/transaction.ts';

import { account, CODES, endHold, holdFunds, postOperation, trialBalance, verifyLedger } from './index.ts';

let database: TestDatabase;
let open: ReturnType<typeof openDatabase>;
const ids = uuidV7(systemClock, systemEntropy);
const at = new Date();

beforeAll(async () => {
  database = await createTestDatabase();
  open = openDatabase(database.appUrl, { name: 'ledger-test', connections: 10 });
  await open.db.execute(
    sql`SELECT ensure_month_partition('transfer', now()), ensure_month_partition('ticket', now()), ensure_month_partition('entry', now())`,
  );
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

async function newPlayer(): Promise<string> {
  const id = ids.next();
  await open.db.insert(accountTable).values({ id, kind: 'player' });
  await open.db.insert(balance).values([
    { accountId: id, code: CODES['player-cash'] },
    { accountId: id, code: CODES['player-held'] },
  ]);
  return id;
}

const deposit = (playerId: string, amount: bigint, key: string) =>
  transactionsOn(open.db)((tx) =>
    postOperation(tx, ids, at, {
      accountId: playerId,
      key,
      postings: [
        {
          debit: account('payment-clearing'),
          credit: account('player-cash', playerId),
          amount: cents(amount),
          kind: 'deposit',
          reference: playerId,
        },
      ],
    }),
  );

const cashOf = async (playerId: string) => {
  const [row] = await open.db
    .select()
    .from(balance)
    .where(and(eq(balance.accountId, playerId), eq(balance.code, CODES['player-cash'])));
  return row?.amountCents;
};

describe('the ledger', () => {
  it('has the same chart of accounts in code and database', async () => {
    const rows = await open.db.select().from(ledgerCode);
    expect(Object.fromEntries(rows.map((row) => [row.name, row.code]))).toEqual(CODES);
  });

  it('posts an operation once, however often and however much at once it is asked to', async () => {
    const player = await newPlayer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => deposit(player, 5_000n, 'payment-1')));
    expect(new Set(answers.map((answer) => expectOk(answer).operationId)).size).toBe(1);
    expect(answers.filter((answer) => !expectOk(answer).alreadyPosted)).toHaveLength(1);
    expect(await cashOf(player)).toBe(5_000n);
  });

  it('does not let a key be used for something else', async () => {
    const player = await newPlayer();
    await deposit(player, 5_000n, 'payment-1');
    await expect(deposit(player, 6_000n, 'payment-1')).rejects.toThrow('other transfers');
    expect(await cashOf(player)).toBe(5_000n);
  });

  it('lets exactly one of 20 simultaneous holds of 80.00 on 100.00 through (incident R28)', async () => {
    const player = await newPlayer();
    await deposit(player, 10_000n, 'payment-1');
    const request = (key: string) => ({
      accountId: player,
      key,
      amount: cents(8_000n),
      purpose: 'withdrawal',
      reference: player,
      expiresAt: null,
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => transactionsOn(open.db)((tx) => holdFunds(tx, ids, at, request(`w${i}`)))),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await cashOf(player)).toBe(2_000n);
  });

  it('takes no key with a refusal: the same hold is made once the money is there', async () => {
    const player = await newPlayer();
    const hold = () =>
      transactionsOn(open.db)((tx) =>
        holdFunds(tx, ids, at, {
          accountId: player,
          key: 'later',
          amount: cents(500n),
          purpose: 'withdrawal',
          reference: player,
          expiresAt: null,
        }),
      );
    expect(await hold()).toMatchObject({ ok: false, code: 'insufficient_funds' });
    await deposit(player, 500n, 'payment-1');
    const made = expectOk(await hold());
    expect([await cashOf(player), expectOk(await hold())]).toEqual([0n, made]);
  });

  it('gives a voided hold back, once', async () => {
    const player = await newPlayer();
    await deposit(player, 10_000n, 'payment-1');
    const holdId = expectOk(
      await transactionsOn(open.db)((tx) =>
        holdFunds(tx, ids, at, {
          accountId: player,
          key: 'w',
          amount: cents(8_000n),
          purpose: 'withdrawal',
          reference: player,
          expiresAt: null,
        }),
      ),
    );
    const end = (outcome: 'voided' | 'expired') => transactionsOn(open.db)((tx) => endHold(tx, ids, at, player, holdId, { outcome }));
    expect((await end('voided')).ok).toBe(true);
    expect((await end('voided')).ok).toBe(true);
    expect((await end('expired')).ok).toBe(false);
    expect(await cashOf(player)).toBe(10_000n);
  });

  it('is refused by the database itself: a negative balance, an amount of nothing, a change of what was written', async () => {
    const player = await newPlayer();
    await deposit(player, 100n, 'payment-1');
    const refused = (statement: string) => expect(open.sql.unsafe(statement)).rejects.toMatchObject({ severity: 'ERROR' });
    await refused(`UPDATE balance SET amount_cents = -1 WHERE account_id = '${player}'`);
    await refused(
      `INSERT INTO transfer SELECT account_id, gen_random_uuid(), operation_id, debit_code, debit_owner, credit_code, credit_owner, 0, kind, reference, at FROM transfer LIMIT 1`,
    );
    await refused(`UPDATE transfer SET amount_cents = 1`);
    await refused(`DELETE FROM transfer`);
    await refused(`TRUNCATE transfer`);
  });

  it('sums to zero and equals its balance rows after all of this', async () => {
    expect((await trialBalance(open.db)).differenceCents).toBe(0n);
    expect(await verifyLedger(open.db)).toEqual([]);
  });
});
