/** What a claim was judged by stays true until it is paid: withdrawals of a result against shops, the operator's desk, the lapse and disputes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { prizeEnd } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { inArray } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { decideDispute } from '../claims/decide-dispute.ts';
import { lapsePrizes } from '../claims/lapse-prizes.ts';
import { openClaim } from '../claims/open-claim.ts';
import { openDispute } from '../claims/open-dispute.ts';
import { payClaim } from '../claims/pay-claim.ts';
import { proposeDecision } from '../claims/propose-decision.ts';
import { type Counter, claimsAt, drawAndPay, newContests, newCounter, sellTo, type WonTicket } from '../claims/testing/won-tickets.ts';
import { claimPeriodEnd } from '../contests/index.ts';
import { type Intake, openIntake } from '../wagers/index.ts';
import { decideMeasure, proposeMeasure } from './index.ts';

const PRIZE = 500n;
const DRAWS_AT = new Date(Date.now() - 200 * 86_400_000);
const LAST_MOMENT = claimPeriodEnd(DRAWS_AT, { claimDays: 90, closedDaysExtend: true });
const AFTER = new Date(LAST_MOMENT.getTime() + 1);
const SOMEONE = { documentKind: 'passport', documentNumber: 'AB 123-456', name: 'Júlia Font', birthDate: '1990-05-04' } as const;

let world: World;
let owner: postgres.Sql;
let intake: Intake;
let counter: Counter;
beforeAll(async () => {
  world = await makeWorld();
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 64, queueMax: 2_000 },
  );
  counter = await newCounter(world, await world.newShop(10_000_000n));
});
afterAll(async () => {
  await intake.close();
  await owner.end();
  await world.end();
});

/** A published draw by balls, with so many winning tickets. */
async function newWinners(count: number): Promise<{ contestId: string; tickets: WonTicket[] }> {
  const contests = await newContests(world, 1);
  const contestId = contests[0]?.contestId ?? '';
  const tickets = await Promise.all(Array.from({ length: count }, () => sellTo(world, intake, counter, contests)));
  const wins = tickets.map(({ ticketId }) => ({ ticketId, accountId: counter.accountId, amountCents: PRIZE }));
  await drawAndPay(world, contestId, DRAWS_AT, wins);
  await owner`UPDATE contest SET source = 'machine' WHERE id = ${contestId}`;
  return { contestId, tickets };
}

const payAtShop = ({ serial }: WonTicket) =>
  payClaim(claimsAt(world, LAST_MOMENT), {
    serial,
    amountCents: PRIZE,
    identification: null,
    shopPaysUpToCents: 10_000_000n,
    payer: counter,
    key: randomUUID(),
  });

const openAtDesk = ({ serial }: WonTicket) => {
  const core = claimsAt(world, LAST_MOMENT);
  const request = { serial, amountCents: PRIZE, identification: SOMEONE, key: randomUUID() };
  return core.inTransaction((tx) => openClaim(core, tx, 'staff:one', request));
};

const endsOf = async (db: Pick<World['db'], 'select'>, tickets: readonly WonTicket[]): Promise<number> => {
  const ids = tickets.map(({ ticketId }) => ticketId);
  return (await db.select({ id: prizeEnd.ticketId }).from(prizeEnd).where(inArray(prizeEnd.ticketId, ids))).length;
};

/** Withdraws the result and answers how many prizes had ended by then; the withdrawal commits `holdMs` after it was written. */
async function withdraw(contestId: string, tickets: readonly WonTicket[], holdMs: number): Promise<number> {
  const core: Core = claimsAt(world);
  const proposal = { contestId, kind: 'correction' as const, reason: 'the balls were read wrong' };
  const id = expectOk(await proposeMeasure(core, 'official-1', proposal));
  let ended = 0;
  const held: Core = {
    ...core,
    inTransaction: (work) =>
      core.inTransaction(async (tx) => {
        const outcome = await work(tx);
        ended = await endsOf(tx as unknown as World['db'], tickets);
        await sleep(holdMs);
        return outcome;
      }),
  };
  expectOk(await decideMeasure(held, 'official-2', id, true));
  return ended;
}

describe('a result that is withdrawn while its prizes are asked for', () => {
  it('ends no prize after the withdrawal: shops, desk and lapse against it at every distance, thirty times', async () => {
    let endedBefore = 0;
    let keptBack = 0;
    for (let round = 0; round < 30; round += 1) {
      const { contestId, tickets } = await newWinners(6);
      // The first round withdraws when all have been asked for, the second asks when it has been withdrawn; the others meet.
      let withdrawn: Promise<number> | null = null;
      const begin = () => {
        withdrawn ??= withdraw(contestId, tickets, (round % 3) * 20);
        return withdrawn;
      };
      const asked = tickets.map(async (ticket, i) => {
        await (round === 1 ? begin() : sleep(i * (round % 5) * 4));
        return i % 2 === 0 ? payAtShop(ticket) : openAtDesk(ticket);
      });
      const withdrawal = (round === 0 ? Promise.all(asked) : sleep(round % 10)).then(begin);
      const lapse = round % 2 === 0 ? sleep(round).then(() => lapsePrizes(claimsAt(world, AFTER))) : null;
      const [ended] = await Promise.all([withdrawal, ...asked, lapse]);
      expect(await endsOf(world.db, tickets)).toBe(ended);
      endedBefore += ended;
      keptBack += tickets.length - ended;
    }
    // Both sides of the moment were met.
    expect(endedBefore).toBeGreaterThan(0);
    expect(keptBack).toBeGreaterThan(0);
  }, 120_000);

  it('lets whoever asks while it is being written wait for it, and then refuses all of them', async () => {
    const { contestId, tickets } = await newWinners(3);
    const [atShop, atDesk, lost] = tickets;
    if (!atShop || !atDesk || !lost) throw new Error('nothing was sold');
    const opening = claimsAt(world, LAST_MOMENT);
    const { id } = expectOk(
      await opening.inTransaction((tx) =>
        openDispute(opening, tx, 'staff:one', {
          accountId: counter.accountId,
          ticketId: lost.ticketId,
          kind: 'lost',
          reason: 'burnt',
          claimant: SOMEONE,
        }),
      ),
    );
    const after = claimsAt(world, AFTER);
    expectOk(
      await after.inTransaction((tx) => proposeDecision(after, tx, 'staff:one', id, { outcome: 'claimant', reason: 'the receipt fits' })),
    );
    const withdrawal = withdraw(contestId, tickets, 600);
    await sleep(300);
    const [paid, claimed, decided, lapsed] = await Promise.all([
      payAtShop(atShop),
      openAtDesk(atDesk),
      after.inTransaction((tx) => decideDispute(after, tx, 'staff:two', id, { agrees: true, reason: 'agreed' })),
      lapsePrizes(after),
    ]);
    expect(await withdrawal).toBe(0);
    expect(paid).toMatchObject({ code: 'result_being_corrected' });
    expect(claimed).toMatchObject({ code: 'result_being_corrected' });
    expect(decided).toMatchObject({ code: 'too_early' });
    expect(lapsed.tickets).toBe(0);
    expect(await endsOf(world.db, tickets)).toBe(0);
  });
});
