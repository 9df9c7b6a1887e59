/** Shop tickets that won, for tests of what becomes of their prizes: sold by the intake, drawn in the past, paid by the settlement's own code. */
import { randomBytes, randomUUID } from 'node:crypto';
import { clerk, contest, drawAnnouncement, terminal } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { uniformBelowBigint } from '@valira/games/randomness';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { sha256 } from '../../../platform/hash.ts';
import { transactionsOn } from '../../../platform/transaction.ts';
import type { World } from '../../../testing/world.ts';
import { engineCache, findContest } from '../../contests/index.ts';
import { account, HOUSE, postOperation } from '../../ledger/index.ts';
import { payChunk } from '../../settlement/pay-chunk.ts';
import { type Intake, openSoldContests } from '../../wagers/index.ts';
import { ticketIdentity } from '../../wagers/ticket-identity.ts';
import type { ClaimDeps } from '../pay-claim.ts';

const engineOf = engineCache();

export type Counter = { readonly accountId: string; readonly terminalId: string; readonly clerkId: string };
export type WonTicket = { readonly ticketId: string; readonly serial: string; readonly contestIds: readonly string[] };

/** What claims run on, as it stands at `at`. */
export const claimsAt = (world: World, at: Date = new Date()): ClaimDeps => {
  const core: Core = { ...world, clock: { now: () => at }, inTransaction: transactionsOn(world.db) };
  return { ...core, soldContests: openSoldContests(world.db) };
};

export async function newCounter(world: World, accountId: string): Promise<Counter> {
  const counter = { accountId, terminalId: world.ids.next(), clerkId: world.ids.next() };
  await world.db.insert(terminal).values({ id: counter.terminalId, accountId, label: 'T' });
  await world.db
    .insert(clerk)
    .values({ id: counter.clerkId, accountId, name: 'C', cardNumber: counter.clerkId, cardUntil: new Date('2100-01-01'), pinHash: 'x' });
  return counter;
}

/** Open draws of one product. */
export async function newContests(world: World, count: number): Promise<{ contestId: string; productVersionId: string }[]> {
  const first = await world.newContest({ definition: cims645 });
  const [row] = await world.db.select().from(contest).where(eq(contest.id, first.contestId));
  if (!row) throw new Error('the contest is gone');
  const more = Array.from({ length: count - 1 }, (_, i) => ({ ...row, id: world.ids.next(), number: i + 2 }));
  for (const one of more) {
    await world.db.insert(contest).values(one);
    const statementHash = sha256(Buffer.from(one.id));
    await world.db.insert(drawAnnouncement).values({ contestId: one.id, statement: {}, statementHash, at: new Date() });
  }
  return [first, ...more.map(({ id }) => ({ ...first, contestId: id }))];
}

export async function sellTo(
  world: World,
  intake: Intake,
  buyer: { accountId: string; terminalId: string | null; clerkId: string | null },
  contests: readonly { contestId: string; productVersionId: string }[],
): Promise<WonTicket> {
  const [first] = contests;
  const found = first && (await findContest(world.db, first.contestId));
  if (!found) throw new Error('the contest is gone');
  const wager = { kind: 'draw', quickPicks: 1 };
  const below = (bound: bigint) => uniformBelowBigint(bound, (count) => randomBytes(count));
  const { lines, stakeCents } = expectOk(engineOf(found).parseWager(wager, below));
  const contestIds = contests.map(({ contestId }) => contestId).sort();
  const { ticketId } = expectOk(
    await intake.sell({
      accountId: buyer.accountId,
      key: randomUUID(),
      inputHash: sha256(randomBytes(8)),
      channel: buyer.terminalId ? 'shop' : 'online',
      terminalId: buyer.terminalId,
      clerkId: buyer.clerkId,
      productVersionId: first.productVersionId,
      contestIds,
      lines,
      stakePerContest: stakeCents,
    }),
  );
  return { ticketId, serial: ticketIdentity(world.keys, ticketId).serial, contestIds };
}

export type Win = { readonly ticketId: string; readonly accountId: string; readonly amountCents: bigint; readonly tier?: string };

/** The contest has been drawn at `drawsAt`, and these tickets won. */
export async function drawAndPay(world: World, contestId: string, drawsAt: Date, wins: readonly Win[]): Promise<void> {
  const core = claimsAt(world);
  const opensAt = new Date(drawsAt.getTime() - 3_600_000);
  await world.db
    .update(contest)
    .set({ state: 'reconciled', resultVersion: 1, opensAt, closesAt: drawsAt, drawsAt })
    .where(eq(contest.id, contestId));
  const total = wins.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (total > 0n)
    await core.inTransaction((tx) =>
      postOperation(tx, core.ids, core.clock.now(), {
        accountId: HOUSE,
        key: `fund:${contestId}`,
        postings: [
          {
            debit: account('guarantee-top-up'),
            credit: account('prize-fund', contestId),
            amount: cents(total),
            kind: 'fund',
            reference: contestId,
          },
        ],
      }),
    );
  const drawn = await findContest(world.db, contestId);
  if (!drawn) throw new Error('the contest is gone');
  await payChunk(
    core,
    drawn,
    { chunk: 1, first: wins[0]?.ticketId ?? HOUSE, last: wins.at(-1)?.ticketId ?? HOUSE, entries: wins.length, stakeCents: 0n },
    wins.map(({ tier = '3', ...win }) => ({ ...win, id: world.ids.next(), kind: 'prize', shares: [{ tier, count: '1' }] })),
  );
  await world.db.update(contest).set({ state: 'published' }).where(eq(contest.id, contestId));
}
