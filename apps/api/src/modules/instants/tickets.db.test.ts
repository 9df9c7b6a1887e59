import { randomUUID } from 'node:crypto';
import { claim, instantAlarm, instantAttempt, instantPayment, prizeEnd } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import type { Identification } from '../claims/index.ts';
import type { Counter } from '../claims/testing/won-tickets.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { decideRequest, proposeRequest, readReconstruction } from './decide-request.ts';
import { reportStolen } from './packs/shop-packs.ts';
import { remainingPrizes } from './remaining-prizes.ts';
import { runInstantsDay } from './run-day.ts';
import { endRun } from './runs/open-run.ts';
import { findRun, lockRun, type StoredRun } from './runs/run.store.ts';
import {
  asGame,
  dearPapers,
  type InstantWorld,
  instantWorld,
  mover,
  OFFICIALS,
  type PrintedTicket,
  printedPapers,
} from './testing/instant-world.ts';
import { claimsUntil, type InstantDesk, type Judgement, judgeTicket, WRONG_TRIES } from './tickets/judge-ticket.ts';
import { logAttempt } from './tickets/log-attempt.ts';
import type { OpenedOutcome } from './tickets/open-outcome.ts';
import { claimInstant, payInstant } from './tickets/pay-instant.ts';
import { ticketIdOf } from './tickets/ticket-place.ts';

const someone: Identification = { documentKind: 'passport', documentNumber: 'AB 765-432', name: 'Júlia Font', birthDate: '1990-05-04' };

const PACKS_ON_SALE = 15;
const TICKETS_PER_PACK = 30;

let world: World;
let instants: InstantWorld;
let run: StoredRun;
let outcomes: OpenedOutcome[];
let counter: Counter;
let other: Counter;
beforeAll(async () => {
  world = await makeWorld();
  instants = instantWorld(world);
  // Of the papers, without the rule that bills a pack meanwhile.
  run = await instants.openedRun({ ...printedPapers, settlement: { daysAfterActivation: 300 } });
  outcomes = await instants.outcomes(run);
  counter = await instants.newCounter();
  other = await instants.newCounter();
  await instants.activePacks(run, counter, 1, PACKS_ON_SALE);
}, 60_000);
afterAll(async () => {
  instants.end();
  await world.end();
});

type Payment = { readonly at?: Date; readonly shop?: Counter; readonly identification?: Identification | null; readonly limit?: bigint };
const pay = async (
  ticket: PrintedTicket,
  amountCents: bigint,
  { at = new Date(), shop = counter, identification = null, limit = 200_000n }: Payment = {},
) => {
  const core = instants.at(at);
  const judgements: Judgement[] = [];
  const onJudged = (judged: Judgement) => judgements.push(judged);
  const answer = await core.inTransaction((tx) =>
    payInstant(core, tx, { ...shop, paysUpToCents: limit }, { ...ticket, amountCents, identification, key: randomUUID(), onJudged }),
  );
  for (const judged of judgements) await logAttempt(core, { actor: `terminal:${shop.terminalId}`, accountId: shop.accountId }, judged);
  return answer;
};
const look = async (
  ticket: PrintedTicket,
  { at = new Date(), shop = counter, desk }: { at?: Date; shop?: Counter; desk?: InstantDesk } = {},
) => {
  const core = instants.at(at);
  const actor = `terminal:${shop.terminalId}`;
  const judged = await judgeTicket(core, actor, ticket, desk ?? { kind: 'shop', paysUpToCents: 200_000n }, at);
  await logAttempt(core, { actor, accountId: shop.accountId }, judged);
  return judged;
};
const codeOf = (outcome: { ok: boolean; code?: string }) => (outcome.ok ? 'paid' : (outcome.code ?? ''));
const logged = async (of: StoredRun, index: number) =>
  (
    await world.db
      .select({ answer: instantAttempt.answer })
      .from(instantAttempt)
      .where(and(eq(instantAttempt.runId, of.id), eq(instantAttempt.index, index)))
  ).map(({ answer }) => answer);
const onSale = (index: number) => index < PACKS_ON_SALE * TICKETS_PER_PACK;
const used = new Set<number>();
/** A ticket of a tier that no test has taken. */
function some(tier: string | null, where: (index: number) => boolean = onSale): OpenedOutcome {
  const found = outcomes.find((one) => (one.tier?.id ?? null) === tier && where(one.index) && !used.has(one.index));
  if (!found) throw new Error(`no ticket of tier ${tier} is left`);
  used.add(found.index);
  return found;
}

describe('a printed ticket', () => {
  it('is paid once of twenty that ask at the same moment in two shops: the others are told when, not where', async () => {
    const { index, prizeCents } = some('20');
    const ticket = await instants.ticket(run, index);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => pay(ticket, prizeCents, { shop: i % 2 === 0 ? counter : other })),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    const refusals = answers.filter((answer) => !answer.ok);
    expect(new Set(refusals.map(codeOf))).toEqual(new Set(['already_paid']));
    const payments = await world.db
      .select()
      .from(instantPayment)
      .where(and(eq(instantPayment.runId, run.id), eq(instantPayment.index, index)));
    const [paid] = payments;
    expect(payments).toHaveLength(1);
    for (const refusal of refusals) if (!refusal.ok) expect(refusal.facts).toEqual({ paidAt: paid?.at.toISOString() });
    const claims = await world.db
      .select()
      .from(claim)
      .where(eq(claim.ticketId, ticketIdOf(run.id, index)));
    expect(claims).toHaveLength(1);
    expect(
      await world.db
        .select()
        .from(prizeEnd)
        .where(eq(prizeEnd.ticketId, ticketIdOf(run.id, index))),
    ).toHaveLength(1);
    expect((await logged(run, index)).filter((answer) => answer === 'pays').length).toBeGreaterThan(0);
    expect((await logged(run, index)).filter((answer) => answer === 'paid').length).toBeGreaterThan(0);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 30_000);

  it('moves its prize from the run’s fund to the shop that paid it', async () => {
    const { index, prizeCents } = some('5');
    expectOk(await pay(await instants.ticket(run, index), prizeCents, { shop: other }));
    const rows = await world.sql<{ debit_code: number; credit_code: number; credit_owner: string; amount: string }[]>`
      SELECT debit_code, credit_code, credit_owner, amount_cents::text AS amount FROM transfer WHERE operation_id =
        (SELECT operation_id FROM ledger_operation WHERE key = ${`claim:${ticketIdOf(run.id, index)}`}) ORDER BY id`;
    expect(rows.map((row) => [row.debit_code, row.credit_code, row.amount])).toEqual([
      [CODES['instant-fund'], CODES['prizes-payable'], '500'],
      [CODES['prizes-payable'], CODES['shop-settlement'], '500'],
    ]);
    expect(rows.map((row) => row.credit_owner)).toEqual([counter.accountId, other.accountId]);
  });

  it('that wins nothing says so, and every look is in the log with its answer', async () => {
    const { index } = some(null);
    const ticket = await instants.ticket(run, index);
    expect((await look(ticket)).answer).toBe('no-win');
    expect(codeOf(await pay(ticket, 200n))).toBe('nothing_to_pay');
    expect(await logged(run, index)).toEqual(['no-win', 'no-win']);
  });

  it('is worth nothing before its pack is on sale', async () => {
    const { index, prizeCents } = some('2', (at) => at >= 16 * 30);
    const ticket = await instants.ticket(run, index);
    expect((await look(ticket)).answer).toBe('not-active');
    expect(codeOf(await pay(ticket, prizeCents))).toBe('ticket_not_active');
    await instants.receivedPacks(run, counter, Math.floor(index / 30) + 1);
    expect(codeOf(await pay(ticket, prizeCents))).toBe('ticket_not_active');
    expect(await logged(run, index)).toEqual(['not-active', 'not-active', 'not-active']);
  });

  it('of a stolen pack is not paid, raises an alarm, and those sold before the theft still are', async () => {
    // A pack has at least three prizes of 2.00: the first is sold, the others are among those that were left in it.
    const inPack = (at: number) => Math.floor(at / TICKETS_PER_PACK) === 13;
    const sold = some('2', inPack);
    const gone = some('2', inPack);
    const firstGone = gone.index % TICKETS_PER_PACK;
    expectOk(
      await instants.core.inTransaction((tx) =>
        reportStolen(instants.core, tx, counter.accountId, mover(counter), {
          game: run.game,
          pack: 14,
          unsold: Array.from({ length: TICKETS_PER_PACK - firstGone }, (_, i) => firstGone + i),
          reason: 'burglary at night',
        }),
      ),
    );
    const ticket = await instants.ticket(run, gone.index);
    expect((await look(ticket, { shop: other })).answer).toBe('stolen');
    expect(codeOf(await pay(ticket, gone.prizeCents))).toBe('ticket_stolen');
    expect(codeOf(await pay(await instants.ticket(run, sold.index), sold.prizeCents))).toBe('paid');
    const [alarm] = await world.db.select().from(instantAlarm).where(eq(instantAlarm.kind, 'stolen-ticket-shown'));
    expect(alarm).toMatchObject({ runId: run.id, subject: `14/${firstGone}` });
  });

  it('is paid before its pack is reported stolen, or not at all: ten races', async () => {
    const { index: first } = some('2', (at) => at >= 420 && at < 450);
    const own = outcomes.filter(({ index, tier }) => tier && index >= 420 && index < 450 && index !== first);
    const races = await Promise.all([
      ...own.map(async ({ index, prizeCents }) => pay(await instants.ticket(run, index), prizeCents)),
      instants.core.inTransaction((tx) =>
        reportStolen(instants.core, tx, counter.accountId, mover(counter), {
          game: run.game,
          pack: 15,
          unsold: Array.from({ length: 30 }, (_, i) => i),
          reason: 'burglary',
        }),
      ),
    ]);
    const paid = races.slice(0, -1).filter((one) => one.ok).length;
    const stolen = races.slice(0, -1).filter((one) => codeOf(one) === 'ticket_stolen').length;
    expect(paid + stolen).toBe(own.length);
    expect(races.at(-1)?.ok).toBe(true);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('with a wrong number under the coating looks like none, and is not answered any more after five tries', async () => {
    const { index, prizeCents } = some('5');
    const ticket = await instants.ticket(run, index);
    const wrong = { ...ticket, virn: '0000-0000-0000-0000' };
    for (let n = 0; n < WRONG_TRIES.ofTicket; n += 1) expect(codeOf(await pay(wrong, prizeCents))).toBe('ticket_not_found');
    expect(codeOf(await pay(wrong, prizeCents))).toBe('too_many_requests');
    // Not even with the right one, until the hour is over.
    expect(codeOf(await pay(ticket, prizeCents, { shop: other }))).toBe('too_many_requests');
    expect(await logged(run, index)).toEqual([...Array.from({ length: 5 }, () => 'wrong-number'), 'too-many', 'too-many']);
    expect(await world.db.select().from(instantAlarm).where(eq(instantAlarm.kind, 'wrong-numbers'))).toHaveLength(1);
    const later = new Date(Date.now() + WRONG_TRIES.withinMs + 1_000);
    expect(codeOf(await pay(ticket, prizeCents, { at: later }))).toBe('paid');
  });

  it('cannot be searched for from one desk: after twenty wrong numbers it is told nothing, other desks are', async () => {
    const searching = await instants.newCounter();
    for (let n = 0; n < WRONG_TRIES.ofActor; n += 1) await look({ number: `999-000001-0${10 + n}-0`, virn: 'x' }, { shop: searching });
    const { index, prizeCents } = some('2');
    const ticket = await instants.ticket(run, index);
    expect(codeOf(await pay(ticket, prizeCents, { shop: searching }))).toBe('too_many_requests');
    expect(codeOf(await pay(ticket, prizeCents, { shop: other }))).toBe('paid');
  });

  it('above the shop’s limit is claimed at the operator, without an amount', async () => {
    // A run of its own: wherever chance put its one top prize, that pack is on sale here.
    const own = await instants.openedRun(asGame(printedPapers, 419));
    const top = (await instants.outcomes(own)).find(({ tier }) => tier?.id === '300');
    if (!top) throw new Error('no top prize');
    await instants.activePacks(own, counter, Math.floor(top.index / TICKETS_PER_PACK) + 1);
    const ticket = await instants.ticket(own, top.index);
    const judged = await look(ticket, { desk: { kind: 'shop', paysUpToCents: 1_000n } });
    expect(judged).toMatchObject({ answer: 'claim-at-operator' });
    expect(judged).not.toHaveProperty('amountCents');
    expect(codeOf(await pay(ticket, 30_000n, { limit: 1_000n }))).toBe('claim_at_operator');
  });

  it('pays only the amount that was shown', async () => {
    const { index } = some('2');
    expect(codeOf(await pay(await instants.ticket(run, index), 201n))).toBe('amount_mismatch');
  });
});

describe('a printed ticket of 2,500.00', () => {
  it('takes the identity of its claimant, goes to the operator’s desk, and ends sales when it was the last of its tier', async () => {
    const dear = await instants.openedRun(dearPapers);
    const all = await instants.outcomes(dear);
    await instants.activePacks(dear, counter, 1, 20);
    const top = all.find(({ tier }) => tier?.id === '2500');
    if (!top) throw new Error('no top prize');
    const ticket = await instants.ticket(dear, top.index);
    expect(codeOf(await pay(ticket, 250_000n, { limit: 400_000n }))).toBe('identification_required');
    expect(codeOf(await pay(ticket, 250_000n, { limit: 200_000n }))).toBe('claim_at_operator');
    const atDesk = (identification: Identification) =>
      instants.core.inTransaction((tx) =>
        claimInstant(instants.core, tx, 'staff:finance', {
          ...ticket,
          amountCents: 250_000n,
          identification,
          key: randomUUID(),
          onJudged: () => undefined,
        }),
      );
    expect(codeOf(await atDesk({ ...someone, birthDate: '2015-01-01' }))).toBe('claimant_under_age');
    expectOk(await atDesk(someone));
    expect(codeOf(await atDesk(someone))).toBe('already_claimed');
    expect(codeOf(await pay(ticket, 250_000n, { limit: 400_000n, identification: someone }))).toBe('already_claimed');
    const after = await findRun(world.db, dear.id);
    expect(after).toMatchObject({ state: 'ended', endReason: 'top-prizes-gone', endedBy: 'system' });
    const { tiers } = await remainingPrizes(world.db, dear);
    expect(tiers.find(({ tier }) => tier === '2500')?.left).toBe(0);
    expect(tiers.find(({ tier }) => tier === '2')?.left).toBe(100);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);
});

describe('a damaged ticket', () => {
  it('is made readable by two people, each look logged, and read by nobody else', async () => {
    const { index, prizeCents } = some('20');
    const { number, virn } = await instants.ticket(run, index);
    const { core } = instants;
    const id = expectOk(
      await core.inTransaction((tx) => proposeRequest(core, tx, OFFICIALS.one, { kind: 'reconstruction', number, reason: 'washed' })),
    );
    const read = (actor: string) => core.inTransaction((tx) => readReconstruction(core, tx, actor, id));
    const decide = (actor: string) => core.inTransaction((tx) => decideRequest(core, tx, actor, { id, decision: 'approved' }));
    expect(codeOf(await read(OFFICIALS.one))).toBe('wrong_state');
    expect(codeOf(await decide(OFFICIALS.one))).toBe('four_eyes');
    expectOk(await decide(OFFICIALS.two));
    expect(codeOf(await read(OFFICIALS.three))).toBe('not_allowed');
    const seen = expectOk(await read(OFFICIALS.two));
    expect(seen).toMatchObject({ pack: Math.floor(index / 30) + 1, ticket: index % 30, virn, tier: '20', prizeCents });
    const looks = await world.sql`SELECT body FROM audit_intent WHERE body->>'action' = 'instant.reconstruction-read'`;
    expect(looks.map(({ body }) => (body as { actor: string }).actor)).toEqual([OFFICIALS.two]);
    expect(JSON.stringify(await world.sql`SELECT body FROM audit_intent`)).not.toContain(virn);
    expect(codeOf(await pay({ number, virn: seen.virn }, prizeCents))).toBe('paid');
  });
});

describe('a run that has ended', () => {
  it('pays until the claim period is over, then its unclaimed prizes lapse, once, to the fund named for it', async () => {
    const { core } = instants;
    await core.inTransaction(async (tx) => {
      const held = await lockRun(tx, run.id);
      if (held) expectOk(await endRun(core, tx, OFFICIALS.one, held, 'test'));
    });
    const ended = await findRun(world.db, run.id);
    const until = ended && claimsUntil(ended);
    if (!ended || !until) throw new Error('the run did not end');
    const [a, b] = [some('2'), some('2')];
    expect(codeOf(await pay(await instants.ticket(run, a.index), 200n, { at: until }))).toBe('paid');
    expect(codeOf(await pay(await instants.ticket(run, b.index), 200n, { at: new Date(until.getTime() + 1) }))).toBe('claim_expired');
    await runInstantsDay(instants.at(until));
    expect((await findRun(world.db, run.id))?.state).toBe('ended');
    const later = instants.at(new Date(until.getTime() + 60_000));
    await Promise.all([runInstantsDay(later), runInstantsDay(later)]);
    expect((await findRun(world.db, run.id))?.state).toBe('lapsed');
    const paid = new Set(
      (await world.db.select({ index: instantPayment.index }).from(instantPayment).where(eq(instantPayment.runId, run.id))).map(
        ({ index }) => index,
      ),
    );
    const packs = await world.sql<{ pack: number; unsold: number[] }[]>`
      SELECT pack, unsold FROM instant_pack WHERE run_id = ${run.id} AND activated_at IS NOT NULL`;
    const expected = outcomes
      .filter(({ index, tier }) => {
        const pack = packs.find((one) => one.pack === Math.floor(index / 30) + 1);
        return tier && pack && !pack.unsold.includes(index % 30) && !paid.has(index);
      })
      .reduce((sum, { prizeCents }) => sum + prizeCents, 0n);
    const [moved] = await world.sql<{ amount: string; rows: number }[]>`
      SELECT sum(amount_cents)::text AS amount, count(*)::int AS rows FROM transfer WHERE kind = 'instant-lapse' AND reference = ${run.id} AND credit_code = ${CODES['prizes-unclaimed']}`;
    expect(moved).toEqual({ amount: String(expected), rows: 1 });
    const [fund] = await world.sql<{ net: string }[]>`
      SELECT (coalesce(sum(amount_cents) FILTER (WHERE credit_code = 44), 0) - coalesce(sum(amount_cents) FILTER (WHERE debit_code = 44), 0))::text AS net
      FROM transfer WHERE (credit_code = 44 AND credit_owner = ${run.id}) OR (debit_code = 44 AND debit_owner = ${run.id})`;
    expect(fund?.net).toBe('0');
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);
});
