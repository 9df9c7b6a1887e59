/** The payment provider Stripe, or anything that speaks its interface at another address. */
import Stripe from 'stripe';
import type { Payment, PaymentDispute, PaymentProvider, PaymentRefund, ProviderEntry } from './provider.ts';

export type StripeSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another server than the provider's own. */
  readonly url?: string | undefined;
};

const TIMEOUT_MS = 15_000;
const RETRIES = 2;
const TOLERANCE_SECONDS = 300;
const PAGE = 100;

const connection = (url: string | undefined): Stripe.StripeConfig => {
  if (!url) return {};
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
};

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

const RETURNED = new Set(['failed', 'canceled']);

const refundOf = ({ id, amount, status, metadata }: Stripe.Refund): PaymentRefund => ({
  id,
  amountCents: BigInt(amount),
  returned: RETURNED.has(status ?? ''),
  refundId: metadata?.refund ?? null,
});

/** What a dispute took and gave back is read from the balance, not guessed from its status. */
function disputeOf({ id, balance_transactions: entries }: Stripe.Dispute): PaymentDispute {
  const amounts = entries.map(({ amount }) => BigInt(amount));
  return {
    id,
    takenCents: amounts.reduce((sum, amount) => (amount < 0n ? sum - amount : sum), 0n),
    reinstatedCents: amounts.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n),
  };
}

function statusOf(status: Stripe.PaymentIntent.Status): Payment['status'] {
  if (status === 'succeeded') return 'paid';
  return status === 'canceled' ? 'cancelled' : 'open';
}

/** The payment that an event's object is, or is about. */
function paymentIdOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null) return null;
  const kind: unknown = Reflect.get(object, 'object');
  const named: unknown = kind === 'payment_intent' ? Reflect.get(object, 'id') : Reflect.get(object, 'payment_intent');
  return typeof named === 'string' ? named : null;
}

export function openStripe({ secretKey, webhookSecret, url }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, { ...connection(url), timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false });
  return {
    async openPayment({ id, amountCents }) {
      const intent = await stripe.paymentIntents.create(
        { amount: Number(amountCents), currency: 'eur', metadata: { deposit: id }, automatic_payment_methods: { enabled: true } },
        { idempotencyKey: `deposit:${id}` },
      );
      if (!intent.client_secret) throw new Error(`payment ${intent.id} came without its secret`);
      return { id: intent.id, clientSecret: intent.client_secret };
    },
    async clientSecretOf(paymentId) {
      const { client_secret: secret } = await stripe.paymentIntents.retrieve(paymentId);
      if (!secret) throw new Error(`payment ${paymentId} came without its secret`);
      return secret;
    },
    async readPayment(paymentId) {
      const [intent, refunds, disputes] = await Promise.all([
        stripe.paymentIntents.retrieve(paymentId),
        stripe.refunds.list({ payment_intent: paymentId, limit: PAGE }),
        stripe.disputes.list({ payment_intent: paymentId, limit: PAGE }),
      ]);
      if (refunds.has_more || disputes.has_more) throw new Error(`payment ${paymentId} has more refunds or disputes than are read`);
      const error = intent.last_payment_error;
      return {
        id: intent.id,
        status: statusOf(intent.status),
        receivedCents: BigInt(intent.amount_received),
        depositId: intent.metadata.deposit ?? null,
        declinedCode: error?.decline_code ?? error?.code ?? null,
        refunds: refunds.data.map(refundOf),
        disputes: disputes.data.map(disputeOf),
      };
    },
    async cancelPayment(paymentId) {
      try {
        await stripe.paymentIntents.cancel(paymentId);
      } catch (error) {
        // It was paid or cancelled meanwhile: what it is now is read afterwards.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
    },
    async refundPayment({ id, paymentId, amountCents }) {
      try {
        await stripe.refunds.create(
          { payment_intent: paymentId, amount: Number(amountCents), metadata: { refund: id } },
          { idempotencyKey: `refund:${id}` },
        );
        return true;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
        throw error;
      }
    },
    readEvent(body, signature, now) {
      try {
        const event = stripe.webhooks.constructEvent(
          Buffer.from(body),
          signature,
          webhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        );
        return {
          id: event.id,
          type: event.type,
          paymentId: paymentIdOf(event.data.object),
          createdAt: new Date(event.created * 1000),
        };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null;
        throw error;
      }
    },
    async entriesBetween(from, to) {
      const seconds = (at: Date) => Math.ceil(at.getTime() / 1000);
      const entries: ProviderEntry[] = [];
      const created = { gte: seconds(from), lt: seconds(to) };
      for await (const entry of stripe.balanceTransactions.list({ created, limit: PAGE, expand: ['data.source'] }))
        entries.push({
          id: entry.id,
          type: entry.type,
          source: idOf(entry.source),
          paymentId: paymentIdOf(entry.source),
          amountCents: BigInt(entry.amount),
          feeCents: BigInt(entry.fee),
          createdAt: new Date(entry.created * 1000),
        });
      return entries.reverse();
    },
  };
}
