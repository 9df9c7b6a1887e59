import { randomBytes, randomUUID } from 'node:crypto';
import { balance, contest as contestTable, intakeLink, ticketCancellation } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { uniformBelowBigint } from '@valira/games/randomness';
import { expectOk } from '@valira/outcome';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/hash.ts';
import { transactionsOn } from '../../platform/transaction.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { engineCache, findContest, sealContest } from '../contests/index.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { type CancelRequest, cancelTicket } from './cancel-ticket.ts';
import { type Intake, openIntake } from './intake.ts';
import { reprintTicket } from './reprint-ticket.ts';
import { openSoldContests } from './sold-contests.ts';
import { ticketIdentity } from './ticket-identity.ts';

let world: World;
let intake: Intake;
let shopId: string;
const terminalId = randomUUID();
const deps = () => ({
  ...world,
  clock: { now: () => new Date() },
  inTransaction: transactionsOn(world.db),
  soldContests: openSoldContests(world.db),
});

beforeAll(async () => {
  world = await makeWorld();
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 64, queueMax: 2_000 },
  );
  shopId = await world.newShop(1_000_000n);
});
afterAll(async () => {
  await intake.close();
  await world.end();
});

async function sell(contest: { contestId: string; productVersionId: string }): Promise<string> {
  const found = await findContest(world.db, contest.contestId);
  if (!found) throw new Error('the contest is gone');
  const below = (bound: bigint) => uniformBelowBigint(bound, (count) => randomBytes(count));
  const { lines, stakeCents } = expectOk(engineCache()(found).parseWager({ kind: 'draw', quickPicks: 2 }, below));
  const answer = await intake.sell({
    accountId: shopId,
    key: randomUUID(),
    inputHash: sha256(randomBytes(8)),
    channel: 'shop',
    terminalId,
    clerkId: randomUUID(),
    productVersionId: contest.productVersionId,
    contestIds: [contest.contestId],
    lines,
    stakePerContest: stakeCents,
  });
  return expectOk(answer).ticketId;
}
const request = (ticketId: string, change: Partial<CancelRequest> = {}): CancelRequest => ({
  accountId: shopId,
  terminalId,
  ticketId,
  serial: ticketIdentity(world.keys, ticketId).serial,
  actor: 'terminal:one',
  reason: 'asked for',
  ...change,
});
const owes = async () => {
  const [row] = await world.db
    .select()
    .from(balance)
    .where(and(eq(balance.accountId, shopId), eq(balance.code, CODES['shop-settlement'])));
  return -(row?.amountCents ?? 0n);
};

describe('cancelling a ticket', () => {
  it('gives the stake back once, of two that ask at the same moment, and seals the ticket as cancelled', async () => {
    const contest = await world.newContest({ definition: cims645 });
    const before = await owes();
    const [kept, gone] = [await sell(contest), await sell(contest)];
    const answers = await Promise.all([1, 2, 3].map(() => cancelTicket(deps(), request(gone))));
    expect(answers.map((answer) => (answer.ok ? answer.value.refundCents : answer.code)).sort()).toEqual([
      200n,
      'not_cancellable',
      'not_cancellable',
    ]);
    expect(await owes()).toBe(before + 200n);
    expect(await world.db.select().from(ticketCancellation).where(eq(ticketCancellation.ticketId, gone))).toHaveLength(1);
    await world.db.update(contestTable).set({ state: 'closed' }).where(eq(contestTable.id, contest.contestId));
    expectOk(await sealContest(deps(), contest.contestId));
    const sealed = await world.db.query.seal.findFirst({ where: (row, { eq: is }) => is(row.contestId, contest.contestId) });
    expect(sealed).toMatchObject({ leaves: 2n, cancelled: 1n, stakeCents: 200n });
    expect(kept).not.toBe(gone);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('needs the ticket’s own code, at the terminal that sold it (incident R17)', async () => {
    const contest = await world.newContest({ definition: cims645 });
    const [badPrint, good] = [await sell(contest), await sell(contest)];
    const refused = async (code: string, change: Partial<CancelRequest>) =>
      expect(await cancelTicket(deps(), request(badPrint, change))).toMatchObject({ code });
    await refused('serial_mismatch', { serial: ticketIdentity(world.keys, good).serial });
    await refused('serial_mismatch', { serial: 'the last one' });
    await refused('ticket_not_found', { terminalId: randomUUID() });
    await refused('ticket_not_found', { accountId: await world.newShop(0n) });
  });

  it('ends with the product’s window and with the close', async () => {
    const contest = await world.newContest({ definition: cims645 });
    const late = await sell(contest);
    const soldLongAgo = {
      ...deps(),
      soldContests: {
        ...openSoldContests(world.db),
        find: async (ids: readonly string[]) => shortened(await openSoldContests(world.db).find(ids)),
      },
    };
    expect(await cancelTicket(soldLongAgo, request(late))).toMatchObject({ code: 'not_cancellable' });
    await world.db.update(contestTable).set({ closesAt: new Date() }).where(eq(contestTable.id, contest.contestId));
    expect(await cancelTicket(deps(), request(late))).toMatchObject({ code: 'not_cancellable' });
  });

  it('extends one signed chain, whoever cancels', async () => {
    const contest = await world.newContest({ definition: cims645 });
    const tickets = await Promise.all(Array.from({ length: 8 }, () => sell(contest)));
    await Promise.all(tickets.map((ticketId) => cancelTicket(deps(), request(ticketId)).then(expectOk)));
    const [first] = await world.db.select().from(ticketCancellation).limit(1);
    const links = await world.db
      .select()
      .from(intakeLink)
      .where(eq(intakeLink.intakeId, first?.intakeId ?? ''))
      .orderBy(asc(intakeLink.seq));
    let head = Buffer.alloc(32);
    for (const [i, link] of links.entries()) {
      expect(link.seq).toBe(BigInt(i + 1));
      expect(Buffer.compare(link.previousHead, head)).toBe(0);
      head = Buffer.from(link.head);
    }
    expect(links.length).toBeGreaterThanOrEqual(8);
  });
});

/** A product whose window was over the moment the ticket was sold. */
const shortened = <T extends { engine: { cancelMinutes: number } }>(contests: Map<string, T>): Map<string, T> =>
  new Map([...contests].map(([id, contest]) => [id, { ...contest, engine: { ...contest.engine, cancelMinutes: 0 } }]));

describe('a reprint', () => {
  it('is counted, also when two are asked for at once, and belongs to the terminal that sold', async () => {
    const ticketId = await sell(await world.newContest({ definition: cims645 }));
    const again = () => reprintTicket(deps(), { accountId: shopId, terminalId, ticketId, actor: 'terminal:one' });
    const numbers = (await Promise.all([again(), again(), again()])).map(expectOk);
    expect(numbers.sort()).toEqual([1, 2, 3]);
    expect(await reprintTicket(deps(), { accountId: shopId, terminalId: randomUUID(), ticketId, actor: 'x' })).toMatchObject({
      code: 'ticket_not_found',
    });
  });
});
