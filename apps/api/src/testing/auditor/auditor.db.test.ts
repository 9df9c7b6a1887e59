/** That the auditor finds what is wrong: each fault is put into the rows, consistently, by who can; nothing else is changed, and it is taken back. */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Market } from '../trading-days/market.ts';
import { runTradingDays } from '../trading-days/run-trading-days.ts';
import { Auditor } from './auditor.ts';

let market: Market;
let admin: postgres.Sql<{ bigint: bigint }>;

beforeAll(async () => {
  const plan = { seed: 'faults', stretches: [{ from: '2027-03-24', days: 7 }], leastTickets: 25, mostTickets: 45, crashesPerThousand: 0 };
  ({ market } = await runTradingDays(plan));
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${market.world.database.database}`;
  admin = postgres(url.toString(), { max: 1, onnotice: () => undefined, types: { bigint: postgres.BigInt } });
}, 240_000);
afterAll(async () => {
  await admin?.end();
  await market?.end();
});

const undo = new Error('taken back');

/** What the auditor finds once these statements have been forced upon the tables. Each must change something. */
async function foundAfter(...statements: string[]): Promise<string[]> {
  let found: string[] = [];
  await admin
    .begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      for (const statement of statements) expect((await tx.unsafe(statement)).count).toBeGreaterThan(0);
      const findings = await new Auditor().audit(tx, market.clock.now(), market.witness);
      found = [...new Set(findings.map(({ what }) => what))];
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

/** A prize credited to a player, and what it is credited from. */
const PRIZE = `SELECT p.* FROM prize p JOIN account a ON a.id = p.account_id WHERE a.kind = 'player' AND p.kind = 'prize' ORDER BY p.id LIMIT 1`;

describe('the auditor', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await new Auditor().audit(market.reader, market.clock.now(), market.witness)).toEqual([]);
  });

  it('finds one cent off one prize, although prize, transfer and balance agree with each other', async () => {
    const found = await foundAfter(
      `CREATE TEMP TABLE victim ON COMMIT DROP AS ${PRIZE}`,
      `UPDATE prize SET amount_cents = amount_cents - 1 WHERE id = (SELECT id FROM victim)`,
      `UPDATE transfer SET amount_cents = amount_cents - 1 WHERE id = (SELECT id FROM victim)`,
      `UPDATE balance SET amount_cents = amount_cents - 1 WHERE code = 10 AND account_id = (SELECT account_id FROM victim)`,
    );
    expect(found).toEqual(expect.arrayContaining(['prize of the ticket', 'account', 'balance row']));
  });

  it('finds a credit that was given twice', async () => {
    const found = await foundAfter(
      `CREATE TEMP TABLE victim ON COMMIT DROP AS ${PRIZE}`,
      `INSERT INTO transfer SELECT account_id, overlay(id::text placing '0000' from 33)::uuid, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at
       FROM transfer WHERE id = (SELECT id FROM victim)`,
      `UPDATE balance b SET amount_cents = b.amount_cents + v.amount_cents FROM victim v WHERE b.code = 10 AND b.account_id = v.account_id`,
    );
    expect(found).toEqual(expect.arrayContaining(['paid once for each version', 'account', 'balance row']));
  });

  it('finds a cancellation whose stake never came back', async () => {
    const found = await foundAfter(
      `CREATE TEMP TABLE victim ON COMMIT DROP AS SELECT t.* FROM transfer t JOIN account a ON a.id = t.account_id WHERE t.kind = 'stake-cancelled' LIMIT 1`,
      `DELETE FROM transfer WHERE id = (SELECT id FROM victim)`,
      `UPDATE balance b SET amount_cents = b.amount_cents - v.amount_cents FROM victim v WHERE b.account_id = v.account_id AND b.code = v.credit_code`,
    );
    expect(found).toEqual(expect.arrayContaining(['account', 'balance row']));
  });

  it('finds a cancelled ticket that is in the draw after all', async () => {
    const found = await foundAfter(
      `DELETE FROM ticket_cancellation WHERE ticket_id = (
         SELECT t.id FROM ticket_cancellation x JOIN ticket t ON t.id = x.ticket_id JOIN contest c ON c.id = t.contest_id
         WHERE c.state = 'archived' AND t.contests = 1 ORDER BY t.id LIMIT 1)`,
    );
    expect(found).toEqual(expect.arrayContaining(['tickets taken back', 'account']));
  });

  it('finds tax at another rate, although every settlement still adds up', async () => {
    const found = await foundAfter(
      `CREATE TEMP TABLE victim ON COMMIT DROP AS SELECT t.id, t.operation_id, t.amount_cents / 25 AS more FROM transfer t
       JOIN transfer r ON r.operation_id = t.operation_id AND r.kind = 'revenue' AND r.amount_cents > t.amount_cents / 25
       WHERE t.kind = 'tax-on-stakes' AND t.amount_cents >= 25 LIMIT 1`,
      `UPDATE transfer t SET amount_cents = t.amount_cents + v.more FROM victim v WHERE t.id = v.id`,
      `UPDATE transfer t SET amount_cents = t.amount_cents - v.more FROM victim v WHERE t.operation_id = v.operation_id AND t.kind = 'revenue'`,
    );
    expect(found).toEqual(['account']);
  });

  it('finds an acknowledged ticket that is gone, with its money', async () => {
    const found = await foundAfter(
      `CREATE TEMP TABLE victim ON COMMIT DROP AS SELECT t.* FROM ticket t JOIN contest c ON c.id = t.contest_id WHERE c.state = 'open' AND t.channel = 'shop' LIMIT 1`,
      `DELETE FROM entry WHERE ticket_id = (SELECT id FROM victim)`,
      `DELETE FROM ticket WHERE id = (SELECT id FROM victim)`,
      `UPDATE balance b SET amount_cents = b.amount_cents + v.stake_cents FROM victim v WHERE b.account_id = v.account_id`,
      `DELETE FROM transfer WHERE operation_id = (SELECT id FROM victim)`,
    );
    expect(found).toEqual(expect.arrayContaining(['acknowledged ticket', 'tickets that nobody was given']));
  });

  it('finds a jackpot that lost a cent on its way to the next draw', async () => {
    const found = await foundAfter(
      `CREATE TEMP TABLE victim ON COMMIT DROP AS SELECT id, operation_id FROM transfer WHERE kind = 'fund-to-jackpot' AND amount_cents > 1 LIMIT 1`,
      `UPDATE transfer t SET amount_cents = t.amount_cents - 1 FROM victim v WHERE t.id = v.id`,
    );
    expect(found).toEqual(['account']);
  });

  it('finds a prize that a counter paid in another amount than it was answered', async () => {
    const found = await foundAfter(
      `CREATE TEMP TABLE victim ON COMMIT DROP AS SELECT * FROM claim WHERE ending = 'shop' LIMIT 1`,
      `UPDATE claim SET amount_cents = amount_cents + 100 WHERE id = (SELECT id FROM victim)`,
      `UPDATE transfer SET amount_cents = amount_cents + 100 WHERE kind = 'claim' AND reference = (SELECT ticket_id FROM victim)`,
      `UPDATE balance SET amount_cents = amount_cents + 100 WHERE account_id = (SELECT paying_account_id FROM victim)`,
    );
    expect(found).toEqual(expect.arrayContaining(['amount of the prize', 'paid at counters', 'account']));
  });
});
