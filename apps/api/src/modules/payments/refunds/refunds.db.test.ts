import { depositRefund } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseWireId } from '../../../platform/ids.ts';
import { jsonOf, type Person } from '../../../testing/http-world.ts';
import { trialBalance, verifyLedger } from '../../ledger/index.ts';
import { sweepPayments } from '../jobs.ts';
import { reconcileDay } from '../reconciliation/reconcile-day.ts';
import { type DepositWorld, makeDepositWorld } from '../testing/deposit-world.ts';
import { makeRefunds } from './make-refunds.ts';

let world: DepositWorld;
let finance: Person;
let second: Person;
beforeAll(async () => {
  world = await makeDepositWorld();
  [finance, second] = [await world.newStaff('staff', 'finance'), await world.newStaff('staff', 'finance')];
});
afterAll(async () => {
  expect(await verifyLedger(world.db)).toEqual([]);
  expect((await trialBalance(world.db)).differenceCents).toBe(0n);
  await world.end();
});

async function paidIn(amountCents: number) {
  const player = await world.newPlayerPerson();
  const opened = await world.openDeposit(player, amountCents);
  await world.simulator.pay(opened.paymentId);
  await world.settle(opened.paymentId);
  return { player, ...opened };
}

const propose = (by: Person, id: string, amountCents: string) =>
  by.call(`/v1/console/deposits/${id}/refunds`, { body: { amountCents, reason: 'paid in by mistake' } });
const decide = (by: Person, id: string, body: object) => by.call(`/v1/console/refunds/${id}/decision`, { body });
const stateOf = async (id: string) =>
  (
    await world.db
      .select()
      .from(depositRefund)
      .where(eq(depositRefund.id, parseWireId('refund', id) ?? ''))
  )[0]?.state;

describe('a refund of our own', () => {
  it('takes two people, holds the money from the proposal on, and is made once however often the job and the events run', async () => {
    const { player, id, paymentId, uuid } = await paidIn(3_000);
    const refundId = String((await jsonOf(await propose(finance, id, '1000'))).id);
    expect(await world.cashOf(player)).toBe(2_000n);
    expect((await jsonOf(await decide(finance, refundId, { decision: 'approved' }))).code).toBe('four_eyes');
    expect((await jsonOf(await propose(second, id, '500'))).code).toBe('refund_open');
    expect((await decide(second, refundId, { decision: 'approved' })).status).toBe(200);
    await Promise.all(Array.from({ length: 4 }, () => makeRefunds(world.deps)));
    await world.settle(paymentId);
    await sweepPayments(world.deps);
    expect([await world.cashOf(player), await stateOf(refundId)]).toEqual([2_000n, 'made']);
    expect((await world.simulator.stripe.refunds.list({ payment_intent: paymentId })).data.map(({ amount }) => amount)).toEqual([1_000]);
    expect(await world.movementsOf(uuid)).toEqual(['deposit 3000 = 3000 + 0', 'deposit-refunded 1000 = 1000 + 0']);
  });

  it('is not more than is left of the deposit, and not money that was played', async () => {
    const { player, id } = await paidIn(1_000);
    expect((await jsonOf(await propose(finance, id, '1001'))).code).toBe('refund_exceeds_deposit');
    expect((await jsonOf(await propose(finance, id, '0'))).code).toBe('refund_exceeds_deposit');
    const first = String((await jsonOf(await propose(finance, id, '700'))).id);
    await decide(second, first, { decision: 'approved' });
    await makeRefunds(world.deps);
    expect((await jsonOf(await propose(finance, id, '301'))).code).toBe('refund_exceeds_deposit');
    expect(await world.cashOf(player)).toBe(300n);
  });

  it('that is rejected, or that the provider will not make, gives the held money back', async () => {
    const { player, id, paymentId } = await paidIn(1_000);
    const rejected = String((await jsonOf(await propose(finance, id, '400'))).id);
    await decide(second, rejected, { decision: 'rejected', reason: 'the player plays on' });
    expect([await world.cashOf(player), await stateOf(rejected)]).toEqual([1_000n, 'rejected']);
    const late = String((await jsonOf(await propose(finance, id, '800'))).id);
    await decide(second, late, { decision: 'approved' });
    // Somebody refunded at the provider's own desk meanwhile: 200 of the 1,000 are left in cash, so 300 are owed until the hold comes back.
    await world.simulator.stripe.refunds.create({ payment_intent: paymentId, amount: 500 });
    await makeRefunds(world.deps);
    expect([await stateOf(late), await world.cashOf(player)]).toEqual(['rejected', 800n]);
  });
});

describe('the daily comparison with the provider’s account', () => {
  it('agrees to the cent, heals what no event told, posts fees and pay-outs once, and names what is not ours', async () => {
    const { paymentId } = await paidIn(2_000);
    const silent = await world.newPlayerPerson();
    const unheard = await world.openDeposit(silent, 4_000);
    await world.simulator.pay(unheard.paymentId);
    await world.simulator.stripe.refunds.create({ payment_intent: paymentId, amount: 500 });
    await world.simulator.dispute(unheard.paymentId, { amount: 1_000 });
    const date = Temporal.Now.zonedDateTimeISO('Europe/Andorra').toPlainDate().toString();
    const first = await reconcileDay(world.deps, date);
    expect(first.differences).toEqual([]);
    expect(await world.cashOf(silent)).toBe(3_000n);

    await world.simulator.payOut();
    const foreign = await world.simulator.stripe.paymentIntents.create({ amount: 700, currency: 'eur' });
    await world.simulator.pay(foreign.id);
    const runs = [await reconcileDay(world.deps, date), await reconcileDay(world.deps, date)];
    for (const { differences } of runs) expect(differences).toEqual([{ source: foreign.id, providerCents: '700', ledgerCents: '0' }]);

    // Clearing holds what the provider still holds for us: after the pay-out nothing but the foreign charge, whose fee is posted.
    const { rows } = await trialBalance(world.db);
    const balanceOf = (name: string) => rows.find((row) => row.name === name)?.balanceCents;
    const entries = (await world.simulator.stripe.balanceTransactions.list({ limit: 100 })).data;
    const fees = entries.reduce((sum, { fee }) => sum + fee, 0);
    expect(balanceOf('payment-fees')).toBe(BigInt(fees));
    expect(balanceOf('bank')).toBe(BigInt(-(entries.find(({ type }) => type === 'payout')?.amount ?? 0)));
    expect(balanceOf('payment-clearing')).toBe(BigInt(entries.reduce((sum, { net }) => sum + net, 0)) - 700n);

    const seen = await jsonOf(await finance.call('/v1/console/payment-reconciliations'));
    expect(seen.days).toMatchObject([
      { date, run: 3, differences: [{ source: foreign.id }] },
      { date, run: 2 },
      { date, run: 1, differences: [] },
    ]);
  });
});
