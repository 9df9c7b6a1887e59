import { seal } from '@valira/db/schema';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winPool } from '../../story/products.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { closeContest, engineCache, sealContest } from '../contests/index.ts';
import { lockOf } from '../measures/index.ts';
import { certifyResult, enterResult } from '../results/index.ts';
import { settleContest } from '../settlement/index.ts';

let world: ProcedureWorld;
let administrator: postgres.Sql;
let accomplice: string;
beforeAll(async () => {
  world = await makeProcedureWorld();
  administrator = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  accomplice = await world.newPlayer(0n);
});
afterAll(async () => {
  await administrator.end();
  await world.end();
});

/** Three stretches of a seal: two of 256 leaves and one of 88. */
const BETS = 600;
const VICTIM = 300;
const WINNER = 3;
const LOSER = 4;

type Sold = { readonly contestId: string; readonly tickets: readonly string[]; readonly victim: string };

/** A closed race. Each eighth bet is on the winner to be, the 300th, which is forged, too. */
async function closedRace(): Promise<Sold> {
  const contestId = await world.newRace(winPool);
  const players = await Promise.all(Array.from({ length: 4 }, () => world.newPlayer(1_000_000n)));
  const bets = Array.from({ length: BETS }, (_, i) => ({
    accountId: players[i % players.length] ?? '',
    wager: { kind: 'pool', selections: { form: 'straight', runners: [1 + (i % 8)] }, stakeCents: '100' },
  }));
  await world.sell([contestId], bets);
  expectOk(await closeContest(world.core, contestId, { actor: 'desk-1', source: 'flag' }));
  const rows = await world.db.execute<{ id: string }>(
    sql`SELECT ticket_id AS id FROM entry WHERE contest_id = ${contestId} ORDER BY ticket_id`,
  );
  const tickets = rows.map(({ id }) => id);
  return { contestId, tickets, victim: tickets[VICTIM] ?? '' };
}

/** As whoever owns the database would: triggers off, the row changed, triggers on. The ledger is changed to match where it would tell. */
async function forge(statements: readonly string[]): Promise<void> {
  await administrator.begin(async (tx) => {
    for (const table of ['entry', 'ticket', 'transfer']) await tx.unsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const statement of statements) expect((await tx.unsafe(statement)).count, statement).toBe(1);
    for (const table of ['entry', 'ticket', 'transfer']) await tx.unsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}

const stakeOf = (ticketId: string) => `kind = 'stake' AND operation_id = '${ticketId}'`;
/** Each changes one sealed thing about the 300th ticket, or puts one beside it, and keeps count and cents of the ledger in step. */
const FORGERIES: readonly (readonly [what: string, statements: (sold: Sold) => readonly string[]])[] = [
  [
    'an entry put in',
    ({ contestId, victim }) => {
      // Sorts right after the ticket it copies.
      const forged = victim.slice(0, -12) + (BigInt(`0x${victim.slice(-12)}`) + 1n).toString(16).padStart(12, '0');
      return [
        `INSERT INTO entry SELECT contest_id, '${forged}', account_id, lines, stake_cents, commitment FROM entry WHERE contest_id = '${contestId}' AND ticket_id = '${victim}'`,
        `INSERT INTO transfer SELECT account_id, '${world.ids.next()}', '${forged}', debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at
          FROM transfer WHERE ${stakeOf(victim)}`,
      ];
    },
  ],
  [
    'an entry taken out',
    ({ contestId, victim }) => [
      `DELETE FROM entry WHERE contest_id = '${contestId}' AND ticket_id = '${victim}'`,
      `DELETE FROM transfer WHERE ${stakeOf(victim)}`,
    ],
  ],
  [
    'the lines of an entry changed',
    (sold) => [
      `UPDATE entry SET lines = (SELECT lines FROM entry o WHERE o.contest_id = '${sold.contestId}' AND o.lines <> entry.lines LIMIT 1)
        WHERE contest_id = '${sold.contestId}' AND ticket_id = '${sold.victim}'`,
    ],
  ],
  [
    'the stake of an entry changed',
    ({ contestId, victim }) => [
      `UPDATE entry SET stake_cents = 500 WHERE contest_id = '${contestId}' AND ticket_id = '${victim}'`,
      `UPDATE transfer SET amount_cents = 500 WHERE ${stakeOf(victim)}`,
    ],
  ],
  [
    'the commitment of an entry changed to that of another ticket',
    ({ contestId, victim, tickets }) => [
      `UPDATE entry SET commitment = (SELECT commitment FROM entry WHERE contest_id = '${contestId}' AND ticket_id = '${tickets[0]}')
        WHERE contest_id = '${contestId}' AND ticket_id = '${victim}'`,
    ],
  ],
];

const paid = async (contestId: string) =>
  (await world.db.execute(sql`SELECT 1 FROM transfer WHERE reference = ${contestId} AND kind IN ('prize', 'refund')`)).length;

/** The stretch that is named holds the ticket, and no other stretch does. */
function expectNames(facts: unknown, { tickets, victim }: Sold): void {
  const { afterTicketId, untilTicketId } = facts as { afterTicketId: string; untilTicketId: string };
  expect(afterTicketId).toBe(tickets[255]);
  expect(untilTicketId >= victim).toBe(true);
  // One more or one less moves the end of the stretch by one ticket.
  expect(tickets.slice(509, 514)).toContain(untilTicketId);
}

const finish = { legs: [{ kind: 'finish', order: [[WINNER], [5], [2]] }] };
async function certified(contestId: string): Promise<void> {
  expectOk(await enterResult(world.core, contestId, 'desk-1', finish));
  expectOk(await enterResult(world.core, contestId, 'desk-2', finish));
  expectOk(await certifyResult(world.core, contestId, 'official', 1));
}

describe('a row forged by a database administrator between the close and the seal', () => {
  it.each(FORGERIES)(
    '%s: the control system refuses the seal, names the first differing interval, and nothing can be entered or paid',
    async (_, statements) => {
      const sold = await closedRace();
      await forge(statements(sold));
      await world.advanceTo(sold.contestId, 'locked');
      const lock = await lockOf(world.db, sold.contestId);
      expect(lock).toMatchObject({ cause: 'seal-refused', facts: { code: 'mismatch', count: BETS } });
      expectNames(lock.facts, sold);
      expect(await enterResult(world.core, sold.contestId, 'desk-1', finish)).toMatchObject({ ok: false, code: 'wrong_state' });
      expect(await paid(sold.contestId)).toBe(0);
    },
  );
});

describe('a row forged by a database administrator after the countersignature', () => {
  it.each(FORGERIES)('%s: settlement stops, the first differing interval is named, and nothing is paid', async (_, statements) => {
    const sold = await closedRace();
    await world.advanceTo(sold.contestId, 'sealed');
    await world.waitSigned(sold.contestId);
    await forge(statements(sold));
    await certified(sold.contestId);
    await world.advanceTo(sold.contestId, 'locked');
    const lock = await lockOf(world.db, sold.contestId);
    const [sealed] = await world.db.select().from(seal).where(eq(seal.contestId, sold.contestId));
    expect(lock).toMatchObject({
      cause: 'settlement-locked',
      goesOn: 'certified',
      facts: { code: 'not_as_sealed', sealedCount: BETS, sealedRoot: Buffer.from(sealed?.root ?? []).toString('hex') },
    });
    expectNames(lock.facts, sold);
    expect(await paid(sold.contestId)).toBe(0);
  });
});

describe('a row forged by a database administrator after the control system agreed, when payment is all that is left', () => {
  /** Settled and reconciled, nothing paid yet; with a ticket on the winner and one on a loser. */
  async function beforePayment(): Promise<Sold & { winner: string; loser: string }> {
    const sold = await closedRace();
    expectOk(await sealContest(world.core, sold.contestId));
    await world.waitSigned(sold.contestId);
    await certified(sold.contestId);
    expectOk(await settleContest(world.core, sold.contestId));
    await world.db.execute(sql`UPDATE contest SET state = 'reconciled' WHERE id = ${sold.contestId}`);
    const lines = await world.db.execute<{ id: string; lines: Uint8Array }>(
      sql`SELECT ticket_id AS id, lines FROM entry WHERE contest_id = ${sold.contestId} ORDER BY ticket_id`,
    );
    const engine = engineCache()(await world.reload(sold.contestId));
    const runnerOf = (bytes: Uint8Array) => JSON.stringify(engine.describeWager(bytes, cents(100n)));
    const ticketOn = (runner: number) => lines.find((row) => runnerOf(row.lines).includes(`[${runner}]`))?.id ?? '';
    return { ...sold, winner: ticketOn(WINNER), loser: ticketOn(LOSER) };
  }

  it('a losing entry given the lines of a winning one is not paid: it is not in the seal', async () => {
    const { contestId, winner, loser } = await beforePayment();
    await forge([
      `UPDATE entry SET lines = (SELECT lines FROM entry WHERE contest_id = '${contestId}' AND ticket_id = '${winner}') WHERE contest_id = '${contestId}' AND ticket_id = '${loser}'`,
    ]);
    await world.advanceTo(contestId, 'locked');
    expect((await lockOf(world.db, contestId)).cause).toBe('payment-locked');
    expect(await paid(contestId)).toBe(0);
  });

  it('a winning entry given to another account is not paid: the ticket was bought by somebody else', async () => {
    const { contestId, winner } = await beforePayment();
    await forge([`UPDATE entry SET account_id = '${accomplice}' WHERE contest_id = '${contestId}' AND ticket_id = '${winner}'`]);
    await world.advanceTo(contestId, 'locked');
    expect(await lockOf(world.db, contestId)).toMatchObject({
      cause: 'payment-locked',
      facts: { code: 'not_as_sealed', reason: 'not_the_buyer', ticketId: winner },
    });
    expect(await paid(contestId)).toBe(0);
  });

  it('a winning entry taken out is missed: the interval is named and the contest is not published as paid', async () => {
    const { contestId, winner } = await beforePayment();
    await forge([`DELETE FROM entry WHERE contest_id = '${contestId}' AND ticket_id = '${winner}'`]);
    await world.advanceTo(contestId, 'locked');
    const { cause, facts } = await lockOf(world.db, contestId);
    expect(cause).toBe('payment-locked');
    expect(facts).toMatchObject({ code: 'not_as_sealed', count: BETS - 1, sealedCount: BETS });
  });
});
