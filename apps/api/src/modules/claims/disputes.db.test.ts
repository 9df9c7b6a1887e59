import { randomUUID } from 'node:crypto';
import { claim, dispute, prizeEnd } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOfDayAfter } from '../../platform/business-day.ts';
import { wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld } from '../../testing/http-world.ts';
import { claimPeriodEnd } from '../contests/index.ts';
import { verifyLedger } from '../ledger/index.ts';
import { type Intake, openIntake } from '../wagers/index.ts';
import { decideDispute } from './decide-dispute.ts';
import { lapsePrizes } from './lapse-prizes.ts';
import { openClaim } from './open-claim.ts';
import { openDispute } from './open-dispute.ts';
import { payClaim } from './pay-claim.ts';
import { proposeDecision } from './propose-decision.ts';
import { type Counter, claimsAt, drawAndPay, newContests, newCounter, sellTo, type WonTicket } from './testing/won-tickets.ts';

const DAY = 86_400_000;
const AMOUNT = 30_000n;

let world: HttpWorld;
let intake: Intake;
let counter: Counter;
beforeAll(async () => {
  world = await makeHttpWorld();
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 64, queueMax: 2_000 },
  );
  counter = await newCounter(world, await world.newShop(10_000_000n));
});
afterAll(async () => {
  await intake.close();
  await world.end();
});

const claimant = { documentKind: 'passport', documentNumber: 'GG445566', name: 'Ton Riba', birthDate: '1975-03-02' } as const;
const drawsAt = new Date(Date.now() - 10 * DAY);
const lastMoment = claimPeriodEnd(drawsAt, { claimDays: 90, closedDaysExtend: true });
const after = new Date(lastMoment.getTime() + 1);

async function won(): Promise<WonTicket> {
  const contests = await newContests(world, 1);
  const ticket = await sellTo(world, intake, counter, contests);
  await drawAndPay(world, contests[0]?.contestId ?? '', drawsAt, [
    { ticketId: ticket.ticketId, accountId: counter.accountId, amountCents: AMOUNT },
  ]);
  return ticket;
}

/** One transaction that a refusal rolls back, as a route runs it. */
async function run<T extends { ok: boolean }>(at: Date, work: (core: ReturnType<typeof claimsAt>, tx: never) => Promise<T>): Promise<T> {
  const core = claimsAt(world, at);
  let outcome: T | undefined;
  await core
    .inTransaction(async (tx) => {
      outcome = await work(core, tx as never);
      if (!outcome.ok) throw new Error('refused');
    })
    .catch((error: unknown) => {
      if (!outcome || outcome.ok) throw error;
    });
  if (!outcome) throw new Error('nothing was answered');
  return outcome;
}
const now = new Date();
const open = (ticketId: string, kind: 'disputed' | 'lost', at = now) =>
  run(at, (core, tx) =>
    openDispute(core, tx, 'staff:one', { accountId: counter.accountId, ticketId, kind, reason: 'stolen bag', claimant }),
  );
const opened = async (ticketId: string, kind: 'disputed' | 'lost') => expectOk(await open(ticketId, kind)).id;
const propose = (id: string, outcome: 'holder' | 'claimant', actor = 'staff:one', at = now) =>
  run(at, (core, tx) => proposeDecision(core, tx, actor, id, { outcome, reason: 'police report' }));
const decide = (id: string, agrees: boolean, actor = 'staff:two', at = now) =>
  run(at, (core, tx) => decideDispute(core, tx, actor, id, { agrees, reason: 'seen' }));
const pay = (serial: string, at = now) =>
  payClaim(claimsAt(world, at), {
    serial,
    amountCents: AMOUNT,
    identification: null,
    shopPaysUpToCents: 500_000n,
    payer: counter,
    key: randomUUID(),
  });
const claimAtDesk = (serial: string, at = now) =>
  run(at, (core, tx) => openClaim(core, tx, 'staff:one', { serial, amountCents: AMOUNT, identification: claimant, key: randomUUID() }));
const endOf = async (ticketId: string) =>
  (await world.db.select().from(prizeEnd).where(eq(prizeEnd.ticketId, ticketId))).map(({ ending }) => ending);

describe('a disputed ticket', () => {
  it('is paid at no desk and does not lapse until two people have decided', async () => {
    const { ticketId, serial } = await won();
    const id = await opened(ticketId, 'disputed');
    expect(await open(ticketId, 'lost')).toMatchObject({ code: 'dispute_open' });
    expect(await pay(serial)).toMatchObject({ ok: false, code: 'ticket_disputed' });
    expect(await claimAtDesk(serial)).toMatchObject({ ok: false, code: 'ticket_disputed' });
    await lapsePrizes(claimsAt(world, after));
    expect(await endOf(ticketId)).toEqual([]);
    expect(await decide(id, true)).toMatchObject({ code: 'wrong_state' });
    expectOk(await propose(id, 'claimant'));
    expect(await decide(id, true, 'staff:one')).toMatchObject({ code: 'four_eyes' });
    expect(expectOk(await decide(id, false))).toEqual({ state: 'open', claimId: null });
    expect(await pay(serial)).toMatchObject({ ok: false, code: 'ticket_disputed' });
    expectOk(await propose(id, 'claimant', 'staff:two'));
    const { claimId } = expectOk(await decide(id, true, 'staff:one', after));
    expect(
      await world.db
        .select()
        .from(claim)
        .where(eq(claim.id, claimId ?? '')),
    ).toMatchObject([{ ending: 'operator', disputeId: id, amountCents: AMOUNT }]);
    expect(await pay(serial)).toMatchObject({ ok: false, code: 'already_claimed' });
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('that was decided for its holder is paid to whoever shows it, within 30 days of the decision even past the claim period', async () => {
    const { ticketId, serial } = await won();
    const id = await opened(ticketId, 'disputed');
    const decidedAt = new Date(lastMoment.getTime() + 20 * DAY);
    expectOk(await propose(id, 'holder'));
    expectOk(await decide(id, true, 'staff:two', decidedAt));
    await lapsePrizes(claimsAt(world, new Date(decidedAt.getTime() + DAY)));
    expect(await endOf(ticketId)).toEqual([]);
    const last = endOfDayAfter(decidedAt, 30);
    expect(await pay(serial, new Date(last.getTime() + 1))).toMatchObject({ ok: false, code: 'claim_expired' });
    expectOk(await pay(serial, last));
  });

  it('and its payment at the same moment: one comes first, twenty times', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { ticketId, serial } = await won();
      const both = [() => open(ticketId, 'disputed'), () => pay(serial)];
      const [a, b] = await Promise.all((i % 2 === 0 ? both : both.toReversed()).map((one) => one()));
      const answers = [a, b].map((one) => (one?.ok ? 'done' : ((one as { code?: string } | undefined)?.code ?? '')));
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
      expect(['ticket_disputed', 'already_paid']).toContain(answers.find((answer) => answer !== 'done'));
      const disputes = await world.db.select().from(dispute).where(eq(dispute.ticketId, ticketId));
      expect(disputes.length + (await endOf(ticketId)).length).toBe(1);
    }
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('cannot be decided by one person past the commands', async () => {
    const { ticketId } = await won();
    const id = await opened(ticketId, 'disputed');
    const change = (values: Partial<typeof dispute.$inferInsert>) => world.db.update(dispute).set(values).where(eq(dispute.id, id));
    const at = new Date();
    await expect(
      change({ state: 'decided', outcome: 'holder', proposedBy: 'a', proposedAt: at, proposalReason: 'r', decidedBy: 'b', decidedAt: at }),
    ).rejects.toMatchObject({ cause: { code: 'VA001' } });
    expectOk(await propose(id, 'holder'));
    await expect(change({ state: 'decided', decidedBy: 'staff:one', decidedAt: at })).rejects.toMatchObject({
      cause: { constraint_name: 'dispute_four_eyes' },
    });
    await expect(change({ state: 'decided', proposedBy: 'staff:zero', decidedBy: 'staff:one', decidedAt: at })).rejects.toMatchObject({
      cause: { code: 'VA001' },
    });
  });
});

describe('a lost ticket', () => {
  it('is paid to whoever shows it within the claim period; its claimant then gets nothing', async () => {
    const { ticketId, serial } = await won();
    const id = await opened(ticketId, 'lost');
    expectOk(await propose(id, 'claimant'));
    expect(await decide(id, true, 'staff:two', lastMoment)).toMatchObject({ ok: false, code: 'too_early' });
    expectOk(await pay(serial, lastMoment));
    expect(await decide(id, true, 'staff:two', after)).toMatchObject({ ok: false, code: 'already_paid' });
    expect(await endOf(ticketId)).toEqual(['shop']);
  });

  it('that nobody showed does not lapse, and after the claim period two people may decide it for its claimant, once', async () => {
    const { ticketId, serial } = await won();
    const id = await opened(ticketId, 'lost');
    await lapsePrizes(claimsAt(world, after));
    expect(await pay(serial, after)).toMatchObject({ ok: false, code: 'claim_expired' });
    expectOk(await propose(id, 'claimant'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(id, true, 'staff:two', after)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await endOf(ticketId)).toEqual(['operator']);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('is not taken up after the claim period', async () => {
    const { ticketId } = await won();
    expect(await open(ticketId, 'lost', after)).toMatchObject({ ok: false, code: 'claim_expired' });
  });
});

describe('the desk', () => {
  it('finds a lost ticket by shop and time without its serial, and leads it to a decision; who claims it is stored and shown nowhere readable', async () => {
    const [one, two] = await Promise.all([world.newStaff('staff', 'finance'), world.newStaff('staff', 'finance')]);
    const { ticketId, serial } = await won();
    const shop = wireId('account', counter.accountId);
    const from = new Date(Date.now() - 60_000).toISOString();
    const until = new Date(Date.now() + 60_000).toISOString();
    const answer = await one.call(`/v1/console/shop-tickets?shop=${shop}&from=${from}&until=${until}`);
    const text = await answer.text();
    expect(text).toContain(wireId('ticket', ticketId));
    expect(text).not.toContain(serial.replaceAll('-', ''));
    expect(text).not.toContain(serial);
    const body = { shop, ticketId: wireId('ticket', ticketId), kind: 'disputed', reason: 'Robatori', claimant };
    const { id } = await jsonOf(await one.call('/v1/console/disputes', { body }));
    const proposal = await one.call(`/v1/console/disputes/${String(id)}/proposal`, { body: { outcome: 'claimant', reason: 'Denúncia' } });
    expect(proposal.status).toBe(200);
    const decided = await jsonOf(await two.call(`/v1/console/disputes/${String(id)}/decision`, { body: { agrees: true, reason: 'Vist' } }));
    expect(decided).toMatchObject({ state: 'decided' });
    expect(String(decided.claimId)).toMatch(/^clm_/);
    const listed = await (await world.newStaff('inspector')).call('/v1/console/disputes?state=decided');
    expect(await listed.text()).not.toContain('GG445566');
    expect(world.logged.join('\n')).not.toMatch(/GG445566|Ton Riba/);
  });
});
