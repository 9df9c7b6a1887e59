/** The payment simulator for a test: its own process, asked by the provider's own client. Events are handed over by the test, in the order it likes. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@valira/db/embedded';
import Stripe from 'stripe';
import type { Payments } from '../modules/payments/index.ts';
import { openStripe } from '../modules/payments/stripe-provider.ts';

const MAIN = fileURLToPath(new URL('../../../payment-simulator/src/main.ts', import.meta.url));
const START_MS = 20_000;
const SECRET_KEY = 'sk_test_simulated';
const PUBLISHABLE_KEY = 'pk_test_simulated';
const WEBHOOK_SECRET = 'whsec_simulated';

export type Signed = { readonly id: string; readonly type: string; readonly body: string; readonly signature: string };

export type Simulator = {
  readonly payments: Payments;
  /** What a browser, a holder or a bank does there. */
  readonly stripe: Stripe;
  pay(paymentId: string, card?: string): Promise<void>;
  dispute(paymentId: string, more?: { amount?: number; warning?: boolean }): Promise<string>;
  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<void>;
  failRefund(id: string): Promise<void>;
  payOut(): Promise<void>;
  /** Every event so far about this payment, the oldest first, signed as the provider signs. */
  eventsOf(paymentId: string, at?: Date): Promise<Signed[]>;
  sign(event: unknown, at?: Date): Signed;
  stop(): Promise<void>;
};

export async function startPaymentSimulator(): Promise<Simulator> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    stdio: 'inherit',
    env: {
      PATH: process.env.PATH,
      PAYMENT_SIMULATOR_PORT: String(port),
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  });
  const giveUpAt = Date.now() + START_MS;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await answers())) {
    if (Date.now() > giveUpAt) throw new Error('the payment simulator does not answer');
    await sleep(50);
  }
  const stripe = new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  const act = async (path: string, params: Record<string, string> = {}): Promise<unknown> =>
    (await stripe.rawRequest('POST', path, params)) as unknown;
  const sign = (event: unknown, at = new Date()): Signed => {
    const body = JSON.stringify(event);
    const { id, type } = event as { id: string; type: string };
    const timestamp = Math.floor(at.getTime() / 1000);
    return { id, type, body, signature: stripe.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET, timestamp }) };
  };
  return {
    payments: {
      provider: openStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, url }),
      publishableKey: PUBLISHABLE_KEY,
      simulatorUrl: url,
    },
    stripe,
    async pay(paymentId, card = 'pm_card_visa') {
      await stripe.paymentIntents.confirm(paymentId, { payment_method: card }).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      });
    },
    async dispute(paymentId, { amount, warning } = {}) {
      const made = await act('/simulator/disputes', {
        payment_intent: paymentId,
        ...(amount !== undefined && { amount: String(amount) }),
        ...(warning && { warning: 'true' }),
      });
      return String(Reflect.get(made as object, 'id'));
    },
    async closeDispute(id, outcome) {
      await act(`/simulator/disputes/${id}/close`, { outcome });
    },
    async failRefund(id) {
      await act(`/simulator/refunds/${id}/fail`);
    },
    async payOut() {
      await act('/simulator/payouts');
    },
    async eventsOf(paymentId, at) {
      const all: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) all.push(event);
      return all
        .filter(({ data }) => JSON.stringify(data.object).includes(paymentId))
        .reverse()
        .map((event) => sign(event, at));
    },
    sign,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}
