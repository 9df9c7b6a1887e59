import { account, deposit, message, providerEvent } from '@valira/db/schema';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf } from '../../../testing/http-world.ts';
import { account as ledgerAccount, postOperation, trialBalance, verifyLedger } from '../../ledger/index.ts';
import { changePlayer } from '../../players/index.ts';
import { sweepPayments } from '../jobs.ts';
import { owedBy, recoverDebt } from '../player-funds.ts';
import { type DepositWorld, makeDepositWorld, type Player } from '../testing/deposit-world.ts';
import type { SyncDeps } from './sync-deposit.ts';
import { processEvent, takeEvent } from './take-event.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
});
afterAll(async () => {
  expect(await verifyLedger(world.db)).toEqual([]);
  expect((await trialBalance(world.db)).differenceCents).toBe(0n);
  await world.end();
});

const stateOf = async (uuid: string) => (await world.db.select().from(deposit).where(eq(deposit.id, uuid)))[0]?.state;
const accountOf = async (player: Player) => (await world.db.select().from(account).where(eq(account.id, player.accountId)))[0]?.state;

/** So much of the cash goes into stakes. */
async function played(player: Player, amountCents: bigint): Promise<void> {
  const { contestId } = await world.newContest();
  const [cash, stakes] = [ledgerAccount('player-cash', player.accountId), ledgerAccount('stakes', contestId)];
  const postings = [{ debit: cash, credit: stakes, amount: cents(amountCents), kind: 'stake', reference: contestId }];
  const operation = { accountId: player.accountId, key: `played-${contestId}`, postings };
  expectOk(await world.core.inTransaction((tx) => postOperation(tx, world.ids, world.core.clock.now(), operation)));
}

/** The same platform, so many minutes later. */
const laterBy = (minutes: number): SyncDeps => ({
  ...world.deps,
  clock: { now: () => new Date(world.core.clock.now().getTime() + minutes * 60_000) },
});

/** All orders of a short list. */
function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

describe('a deposit', () => {
  it('of 50.00 is credited once when its event comes twice, at the same moment, 40 hours later and beside the other event of it (R26)', async () => {
    const player = await world.newPlayerPerson();
    const { uuid, paymentId } = await world.openDeposit(player, 5_000);
    await world.simulator.pay(paymentId);
    const events = await world.simulator.eventsOf(paymentId);
    expect(events.map(({ type }) => type)).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
    const [succeeded] = events.slice(-1);
    if (!succeeded) throw new Error('no event');
    // Twice in a row, then five at once.
    expect([await world.deliver(succeeded), await world.deliver(succeeded)]).toEqual([200, 200]);
    expect(await Promise.all(Array.from({ length: 5 }, () => world.deliver(succeeded)))).toEqual([200, 200, 200, 200, 200]);
    await Promise.all(Array.from({ length: 5 }, () => processEvent(world.deps, succeeded.id)));
    // With the second kind of event that reports the same payment, at the same moment.
    for (const event of events) await world.deliver(event);
    await Promise.all(events.map(({ id }) => processEvent(world.deps, id)));
    expect(await world.cashOf(player)).toBe(5_000n);
    const later = laterBy(40 * 60);
    const again = world.simulator.sign(JSON.parse(succeeded.body), later.clock.now());
    expect(expectOk(await takeEvent(later, Buffer.from(again.body), again.signature))).toBe('known');
    await sweepPayments(later);
    expect(await world.cashOf(player)).toBe(5_000n);
    expect(await world.movementsOf(uuid)).toEqual(['deposit 5000 = 5000 + 0']);
    expect(await stateOf(uuid)).toBe('credited');
  });

  it('ends the same in every order of its events, each five times: 20.00 paid, 5.00 and 3.00 refunded is 12.00 (R27)', async () => {
    const player = await world.newPlayerPerson();
    const { uuid, paymentId } = await world.openDeposit(player, 2_000);
    await world.simulator.pay(paymentId, 'pm_card_visa_chargeDeclinedInsufficientFunds');
    await world.simulator.pay(paymentId);
    await world.simulator.stripe.refunds.create({ payment_intent: paymentId, amount: 500 });
    await world.simulator.stripe.refunds.create({ payment_intent: paymentId, amount: 300 });
    const events = await world.simulator.eventsOf(paymentId, world.core.clock.now());
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
    const seen = new Set<string>();
    const kinds = [1, 3, 5, 7].flatMap((index) => events[index] ?? []);
    for (const order of permutations(kinds)) {
      for (let replay = 0; replay < 5; replay += 1) for (const event of order) expect(await world.deliver(event)).toBe(200);
      for (const { id } of order) {
        await processEvent(world.deps, id);
        const state = await stateOf(uuid);
        seen.add(state ?? '');
      }
      expect(await world.cashOf(player)).toBe(1_200n);
    }
    // A late “failed” never undoes it: the state only went forward.
    expect([...seen]).toEqual(['credited']);
    expect((await world.movementsOf(uuid)).toSorted()).toEqual([
      'deposit 2000 = 2000 + 0',
      'deposit-refunded 300 = 300 + 0',
      'deposit-refunded 500 = 500 + 0',
    ]);
  }, 60_000);

  it('is credited, then refunded to nothing, whichever of the two is told first, by a payment of its own for each order', async () => {
    for (const reversed of [false, true]) {
      const player = await world.newPlayerPerson();
      const { paymentId } = await world.openDeposit(player, 2_000);
      await world.simulator.pay(paymentId);
      const before = await world.simulator.eventsOf(paymentId, world.core.clock.now());
      const refund = await world.simulator.stripe.refunds.create({ payment_intent: paymentId });
      const after = (await world.simulator.eventsOf(paymentId, world.core.clock.now())).slice(before.length);
      const order = reversed ? [...after, ...before].toReversed() : [...before, ...after];
      for (const event of order) await world.deliver(event);
      await world.process(order);
      expect(await world.cashOf(player)).toBe(0n);
      // The card's bank sends it back.
      await world.simulator.failRefund(refund.id);
      await world.settle(paymentId);
      expect(await world.cashOf(player)).toBe(2_000n);
    }
  });

  it('that a card declines moves nothing, tells the player why, and is paid by the next card', async () => {
    const player = await world.newPlayerPerson();
    const { id, uuid, paymentId } = await world.openDeposit(player, 1_500);
    await world.simulator.pay(paymentId, 'pm_card_chargeDeclinedExpiredCard');
    await world.settle(paymentId);
    expect(await jsonOf(await player.call(`/v1/deposits/${id}`))).toMatchObject({ state: 'open', declinedCode: 'expired_card' });
    const told = await world.db.select().from(message).where(eq(message.accountId, player.accountId));
    expect(told.map(({ kind }) => kind)).toEqual(['deposit-failed']);
    expect(await world.cashOf(player)).toBe(0n);
    await world.simulator.pay(paymentId);
    await world.settle(paymentId);
    expect([await world.cashOf(player), await stateOf(uuid)]).toEqual([1_500n, 'credited']);
  });

  it('is one payment however often it is asked for, and known by its own id when the answer was lost', async () => {
    const player = await world.newPlayerPerson();
    const opened = await player.call('/v1/deposits', { body: { amountCents: '700' } });
    const { id } = await jsonOf(opened);
    const answers = await Promise.all(Array.from({ length: 4 }, () => player.call(`/v1/deposits/${id}/payment`, { method: 'POST' })));
    const secrets = await Promise.all(answers.map(async (answer) => (await jsonOf(answer)).clientSecret));
    expect(new Set(secrets).size).toBe(1);
    // The process died after the provider made the payment and before its id was written down.
    const lost = await jsonOf(await player.call('/v1/deposits', { body: { amountCents: '900' } }));
    const made = await world.simulator.payments.provider.openPayment({ id: String(lost.id), amountCents: 900n });
    await world.simulator.pay(made.id);
    await world.settle(made.id);
    expect(await world.cashOf(player)).toBe(900n);
  });

  it('nobody paid is cancelled when its time is over; one that was paid meanwhile is credited', async () => {
    const player = await world.newPlayerPerson();
    const [late, paid] = [await world.openDeposit(player, 600), await world.openDeposit(player, 800)];
    await world.simulator.pay(paid.paymentId);
    const never = await jsonOf(await player.call('/v1/deposits', { body: { amountCents: '500' } }));
    await sweepPayments(laterBy(61));
    expect([await stateOf(late.uuid), await stateOf(paid.uuid), await world.cashOf(player)]).toEqual(['cancelled', 'credited', 800n]);
    expect(await jsonOf(await player.call(`/v1/deposits/${never.id}`))).toMatchObject({ state: 'cancelled' });
    expect(await player.call(`/v1/deposits/${late.id}/payment`, { method: 'POST' }).then(jsonOf)).toMatchObject({ code: 'deposit_ended' });
  });

  it('is refused below and above the bounds, as no amount, and to an account that may not play', async () => {
    const player = await world.newPlayerPerson();
    const ask = async (amountCents: unknown) => (await jsonOf(await player.call('/v1/deposits', { body: { amountCents } }))).code;
    expect(await Promise.all(['499', '200001', '0'].map(ask))).toEqual(Array(3).fill('deposit_out_of_bounds'));
    expect(await Promise.all(['-500', '5.00', 'NaN', 500, null].map(ask))).toEqual(Array(5).fill('invalid_input'));
    const bar = await world.core.inTransaction((tx) =>
      changePlayer(world.core, tx, player.accountId, { kind: 'bar' }, { actor: 'test', reason: 'register' }),
    );
    expectOk(bar);
    expect(await ask('500')).toBe('account_barred');
  });

  it('is judged by the player’s limits in its own transaction, one deposit after the other', async () => {
    const player = await world.newPlayerPerson();
    await player.call('/v1/play-limits', { body: { kind: 'deposit', period: 'week', amountCents: '1000' } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => player.call('/v1/deposits', { body: { amountCents: '500' } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403, 403, 403]);
  });
});

describe('a dispute', () => {
  it('takes what is there and leaves the rest owed, never a negative balance; play is suspended; won, the debt goes first', async () => {
    const player = await world.newPlayerPerson(200n);
    const { uuid, paymentId } = await world.openDeposit(player, 5_000);
    await world.simulator.pay(paymentId);
    await world.settle(paymentId);
    await played(player, 4_000n);
    const dispute = await world.simulator.dispute(paymentId);
    await world.settle(paymentId);
    expect([await world.cashOf(player), await owedBy(world.db, player.accountId)]).toEqual([0n, 3_800n]);
    expect(await accountOf(player)).toBe('suspended');
    expect(await world.movementsOf(uuid)).toEqual(['deposit 5000 = 5000 + 0', 'deposit-disputed 5000 = 1200 + 3800']);
    expect((await player.call('/v1/deposits', { body: { amountCents: '500' } }).then(jsonOf)).code).toBe('account_suspended');
    await world.simulator.closeDispute(dispute, 'won');
    await world.settle(paymentId);
    await world.settle(paymentId);
    expect([await world.cashOf(player), await owedBy(world.db, player.accountId)]).toEqual([1_200n, 0n]);
  });

  it('that is lost stays a debt, which what comes in later pays as far as it reaches, once', async () => {
    const player = await world.newPlayerPerson();
    const { paymentId } = await world.openDeposit(player, 3_000);
    await world.simulator.pay(paymentId);
    await world.settle(paymentId);
    await played(player, 2_000n);
    const won = await world.openDeposit(player, 500);
    await world.simulator.pay(won.paymentId);
    await world.simulator.closeDispute(await world.simulator.dispute(paymentId), 'lost');
    await world.settle(paymentId);
    expect([await world.cashOf(player), await owedBy(world.db, player.accountId)]).toEqual([0n, 2_000n]);
    // A payment that was on its way pays the debt as it is credited; a balance that comes by another way when it is asked to.
    await world.settle(won.paymentId);
    expect([await world.cashOf(player), await owedBy(world.db, player.accountId)]).toEqual([0n, 1_500n]);
    const recover = () => world.core.inTransaction((tx) => recoverDebt(world.core, tx, player.accountId, 'test', world.core.clock.now()));
    expect(await recover()).toBe(0n);
  });

  it('told together with its deposit comes out the same', async () => {
    const player = await world.newPlayerPerson();
    const { paymentId } = await world.openDeposit(player, 1_000);
    await world.simulator.pay(paymentId);
    await world.settle(paymentId);
    const spent = await world.openDeposit(player, 3_000);
    await world.simulator.pay(spent.paymentId);
    await world.simulator.dispute(spent.paymentId);
    // Both told at once: the deposit and its dispute.
    await world.settle(spent.paymentId);
    expect([await world.cashOf(player), await owedBy(world.db, player.accountId)]).toEqual([1_000n, 0n]);
    await world.simulator.dispute(paymentId, { amount: 1_000 });
    await world.settle(paymentId);
    expect(await world.cashOf(player)).toBe(0n);
  });

  it('that is only a warning moves nothing and suspends nobody', async () => {
    const player = await world.newPlayerPerson();
    const { paymentId } = await world.openDeposit(player, 1_000);
    await world.simulator.pay(paymentId);
    await world.simulator.dispute(paymentId, { warning: true });
    await world.settle(paymentId);
    expect([await world.cashOf(player), await accountOf(player)]).toEqual([1_000n, 'active']);
  });
});

describe('an event', () => {
  it('is stored only when its signature is right over the bytes as they came, and not too old', async () => {
    const player = await world.newPlayerPerson();
    const { paymentId } = await world.openDeposit(player, 500);
    const [event] = await world.simulator.eventsOf(paymentId, world.core.clock.now());
    if (!event) throw new Error('no event');
    const count = async () => (await world.db.select().from(providerEvent)).length;
    const before = await count();
    const send = (body: string, signature: string) => world.deliver({ ...event, body, signature });
    expect(await send(`${event.body} `, event.signature)).toBe(400);
    expect(await send(JSON.stringify(JSON.parse(event.body), null, 1), event.signature)).toBe(400);
    expect(await send(event.body, 't=1,v1=00')).toBe(400);
    expect(await send(event.body, '')).toBe(400);
    const old = world.simulator.sign(JSON.parse(event.body), new Date(world.core.clock.now().getTime() - 301_000));
    expect(await send(old.body, old.signature)).toBe(400);
    expect(await count()).toBe(before);
    expect(await world.deliver(event)).toBe(200);
    expect(await count()).toBe(before + 1);
  });

  it('of a kind that nobody knows, or of a payment that is not ours, is stored, answered and counted', async () => {
    const foreign = await world.simulator.stripe.paymentIntents.create({ amount: 500, currency: 'eur' });
    const events = [
      { id: 'evt_unknown_1', type: 'weather.changed', created: 1_700_000_000, data: { object: { object: 'weather' } } },
      {
        id: 'evt_foreign_1',
        type: 'payment_intent.succeeded',
        created: 1_700_000_000,
        data: { object: { object: 'payment_intent', id: foreign.id } },
      },
    ].map((event) => world.simulator.sign(event, world.core.clock.now()));
    for (const event of events) expect(await world.deliver(event)).toBe(200);
    await world.process(events);
    const rows = await world.db.select().from(providerEvent);
    const outcomeOf = (id: string) => rows.find((row) => row.id === id)?.outcome;
    expect([outcomeOf('evt_unknown_1'), outcomeOf('evt_foreign_1')]).toEqual(['no-payment', 'not-ours']);
  });

  it('whose job the queue lost is looked at by the sweep', async () => {
    const player = await world.newPlayerPerson();
    const { paymentId } = await world.openDeposit(player, 500);
    await world.simulator.pay(paymentId);
    for (const event of await world.simulator.eventsOf(paymentId, world.core.clock.now())) await world.deliver(event);
    expect(await world.cashOf(player)).toBe(0n);
    await sweepPayments(laterBy(1));
    expect(await world.cashOf(player)).toBe(500n);
  });
});

describe('logs', () => {
  it('hold no key, secret or card', () => {
    const all = world.logged.join('\n');
    for (const secret of ['sk_test_simulated', 'whsec_simulated', '_secret_', '42424242', '4242 4242']) expect(all).not.toContain(secret);
  });
});

describe('the database', () => {
  it('refuses a second credit of a deposit, a state that goes back, and money that grows out of a refund', async () => {
    const player = await world.newPlayerPerson();
    const { uuid, paymentId } = await world.openDeposit(player, 500);
    await world.simulator.pay(paymentId);
    await world.settle(paymentId);
    const refused = (statement: string) => expect(world.sql.unsafe(statement)).rejects.toMatchObject({ severity: 'ERROR' });
    const row = (id: string, kind: string) =>
      `INSERT INTO deposit_movement VALUES ('${id}', '${kind}', '${uuid}', 500, 500, 0, gen_random_uuid(), now())`;
    await refused(row('pi_other', 'deposit'));
    await refused(row('re_other', 'refund-returned'));
    await refused(row(paymentId, 'deposit'));
    await refused(`UPDATE deposit SET state = 'open', ended_at = NULL WHERE id = '${uuid}'`);
    await refused(`UPDATE deposit SET state = 'cancelled' WHERE id = '${uuid}'`);
    await refused(`DELETE FROM provider_event`);
    await refused(`UPDATE deposit_movement SET amount_cents = 1`);
  });
});
