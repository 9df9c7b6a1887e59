import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShelf } from './books.ts';
import { deliverDue, type Webhook } from './deliver-events.ts';
import { readForm } from './form.ts';
import { openProvider } from './provider.ts';
import { simulatorRoutes } from './routes.ts';

const KEYS = { secretKey: 'sk_test_simulator', publishableKey: 'pk_test_simulator' };
const SECRET = 'whsec_simulator';
const shelf = openShelf(null);
let server: ReturnType<typeof serve>;
let hook: ReturnType<typeof serve>;
let stripe: Stripe;
const heard: { body: string; signature: string }[] = [];
let refusals = 0;
let webhook: Webhook;

const portOf = async (fetch: (request: Request) => Response | Promise<Response>): Promise<[ReturnType<typeof serve>, number]> =>
  new Promise((resolve) => {
    const listening = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve([listening, port]));
  });

beforeAll(async () => {
  let port: number;
  [server, port] = await portOf(
    simulatorRoutes(
      openProvider(shelf, () => new Date()),
      KEYS,
    ).fetch as never,
  );
  stripe = new Stripe(KEYS.secretKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  let hookPort: number;
  [hook, hookPort] = await portOf(async (request) => {
    const body = await request.text();
    if (refusals > 0) {
      refusals -= 1;
      return new Response('busy', { status: 503 });
    }
    heard.push({ body, signature: request.headers.get('stripe-signature') ?? '' });
    return new Response('{}');
  });
  webhook = { url: `http://127.0.0.1:${hookPort}/`, secret: SECRET };
});
afterAll(() => {
  server.close();
  hook.close();
});

const pay = async (amount: number, card: string) => {
  const intent = await stripe.paymentIntents.create({ amount, currency: 'eur', metadata: { deposit: 'dep_1' } });
  return stripe.paymentIntents.confirm(intent.id, { payment_method: card });
};

describe('the simulator, asked by the provider’s own client', () => {
  it('takes a payment, shows its charge and enters it in the balance with a fee', async () => {
    const paid = await pay(5_000, 'pm_card_visa');
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 5_000, metadata: { deposit: 'dep_1' } });
    const again = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
    expect(again.latest_charge).toMatchObject({ amount: 5_000, amount_refunded: 0, payment_intent: paid.id });
    const [entry] = (await stripe.balanceTransactions.list({ limit: 1 })).data;
    expect(entry).toMatchObject({ type: 'charge', amount: 5_000, fee: 100, net: 4_900 });
  });

  it('declines with the code that the card stands for, and lets another card be tried', async () => {
    for (const [card, code] of [
      ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined'],
      ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
      ['4111', 'incorrect_number'],
    ] as const) {
      const intent = await stripe.paymentIntents.create({ amount: 2_000, currency: 'eur' });
      await expect(stripe.paymentIntents.confirm(intent.id, { payment_method: card })).rejects.toMatchObject({ code, statusCode: 402 });
      expect(await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({ status: 'succeeded' });
    }
  });

  it('asks the holder where the card wants it, and pays when they agree', async () => {
    const asked = await pay(2_000, 'pm_card_threeDSecure2Required');
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const { port } = server.address() as { port: number };
    const page = `http://127.0.0.1:${port}/simulator/holder/${asked.id}`;
    expect(await (await fetch(page, { headers: { 'accept-language': 'fr' } })).text()).toContain('20,00 €');
    await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) });
    expect(await stripe.paymentIntents.retrieve(asked.id)).toMatchObject({ status: 'succeeded' });
  });

  it('answers the same key with the same answer, and refuses it for another request', async () => {
    const create = (amount: number) => stripe.paymentIntents.create({ amount, currency: 'eur' }, { idempotencyKey: 'deposit:1' });
    const [first, second] = [await create(1_000), await create(1_000)];
    expect(second.id).toBe(first.id);
    await expect(create(1_001)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('never refunds more than was paid, and gives back what the card’s bank sends back', async () => {
    const paid = await pay(2_000, 'pm_card_visa');
    const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 500 });
    await expect(stripe.refunds.create({ payment_intent: paid.id, amount: 1_501 })).rejects.toMatchObject({ statusCode: 400 });
    await stripe.rawRequest('POST', `/simulator/refunds/${refund.id}/fail`, {});
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toMatchObject([{ amount: 500, status: 'failed' }]);
    await stripe.refunds.create({ payment_intent: paid.id, amount: 2_000 });
  });

  it('asks for the key', async () => {
    const stranger = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: (server.address() as { port: number }).port,
      protocol: 'http',
      maxNetworkRetries: 0,
    });
    await expect(stranger.paymentIntents.create({ amount: 500, currency: 'eur' })).rejects.toMatchObject({ statusCode: 401 });
  });

  it('hands each event over until it is taken, signed so that the provider’s client believes it', async () => {
    let now = Date.now();
    refusals = 1;
    const waiting = shelf.books.events.length;
    await deliverDue(shelf, webhook, () => new Date(now));
    expect(heard).toHaveLength(waiting - 1);
    now += 60_000;
    await deliverDue(shelf, webhook, () => new Date(now));
    expect(heard).toHaveLength(waiting);
    now += 60_000;
    expect(await deliverDue(shelf, webhook, () => new Date(now))).toBe(0);
    for (const { body, signature } of heard) {
      expect(stripe.webhooks.constructEvent(body, signature, SECRET)).toMatchObject({ object: 'event' });
      expect(() => stripe.webhooks.constructEvent(`${body} `, signature, SECRET)).toThrow();
    }
  });

  it('finds its books again after a restart', () => {
    const folder = mkdtempSync(join(tmpdir(), 'valira-simulator-'));
    const file = join(folder, 'books.json');
    const before = openProvider(openShelf(file), () => new Date());
    const { id } = before.createIntent(700, 'eur', {});
    expect(openShelf(file).books.intents[id]).toMatchObject({ amount: 700 });
    rmSync(folder, { recursive: true });
  });
});

describe('a form', () => {
  it('is read with its nesting, and cannot reach a prototype', () => {
    expect(readForm('amount=5&metadata[a]=1&expand[0]=x&__proto__[polluted]=1')).toMatchObject({
      amount: '5',
      metadata: { a: '1' },
      expand: { 0: 'x' },
    });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
