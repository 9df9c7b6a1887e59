/**
 * What can happen at the simulated provider, and what of it is told. Each act changes the books and writes its events in one go.
 *
 * Example: 50.00 paid by card is a charge of 50.00, a balance entry of 50.00 with a fee of 1.00, and the events `charge.succeeded` and
 * `payment_intent.succeeded`; a dispute of it takes 50.00 and a fee of 15.00 back out of the balance.
 */
import { type BalanceEntry, type Charge, type Dispute, type Intent, newId, type Refund, type Shelf } from './books.ts';
import { conductOf } from './cards.ts';
import { viewOfCharge, viewOfDispute, viewOfIntent, viewOfRefund } from './views.ts';

/** 1.5 % rounded up and 0.25: the order of what a European card costs. */
const feeOf = (amount: number): number => Math.ceil((amount * 150) / 10_000) + 25;
const DISPUTE_FEE = 1_500;

export class ProviderError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message));
    this.status = status;
    this.body = body;
  }
}

const invalid = (message: string, more: Record<string, unknown> = {}): ProviderError =>
  new ProviderError(400, { type: 'invalid_request_error', message, ...more });

export const missing = (what: string, id: string): ProviderError =>
  new ProviderError(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` });

export function openProvider(shelf: Shelf, clock: () => Date) {
  const { books } = shelf;
  const seconds = () => Math.floor(clock().getTime() / 1000);
  const tell = (type: string, object: unknown): void => {
    books.events.push({
      id: newId('evt'),
      type,
      object: structuredClone(object),
      created: seconds(),
      delivered: false,
      tries: 0,
      nextAt: 0,
    });
  };
  const enter = (type: BalanceEntry['type'], amount: number, fee: number, source: string): BalanceEntry => {
    const entry = { id: newId('txn'), type, amount, fee, source, created: seconds() };
    books.balance.push(entry);
    return entry;
  };
  const intentOf = (id: string): Intent => {
    const intent = books.intents[id];
    if (!intent) throw missing('payment_intent', id);
    return intent;
  };
  const chargeOf = (intent: Intent): Charge => {
    const charge = intent.chargeId ? books.charges[intent.chargeId] : undefined;
    if (!charge) throw invalid('This PaymentIntent does not have a successful charge to refund.', { code: 'charge_already_refunded' });
    return charge;
  };
  const shown = (intent: Intent) => viewOfIntent(books, intent, () => false);

  const pay = (intent: Intent, last4: string): void => {
    const charge: Charge = {
      id: newId('ch'),
      intentId: intent.id,
      amount: intent.amount,
      refunded: 0,
      last4,
      balanceId: '',
      created: seconds(),
    };
    charge.balanceId = enter('charge', intent.amount, feeOf(intent.amount), charge.id).id;
    books.charges[charge.id] = charge;
    Object.assign(intent, { status: 'succeeded', chargeId: charge.id, error: null });
    tell('charge.succeeded', viewOfCharge(charge));
    tell('payment_intent.succeeded', shown(intent));
  };

  const refuse = (intent: Intent, error: NonNullable<Intent['error']>): never => {
    Object.assign(intent, { status: 'requires_payment_method', error });
    tell('payment_intent.payment_failed', shown(intent));
    shelf.keep();
    throw new ProviderError(402, {
      type: 'card_error',
      code: error.code,
      decline_code: error.declineCode,
      message: error.message,
      payment_intent: shown(intent),
    });
  };

  return {
    books,
    intentOf,
    createIntent(amount: number, currency: string, metadata: Record<string, string>): Intent {
      if (!Number.isSafeInteger(amount) || amount < 50) throw invalid('Amount must be at least €0.50 eur', { code: 'amount_too_small' });
      if (currency !== 'eur') throw invalid(`Invalid currency: ${currency}`);
      const id = newId('pi');
      const intent: Intent = {
        id,
        amount,
        currency,
        status: 'requires_payment_method',
        clientSecret: `${id}_secret_${newId('s').slice(2)}`,
        metadata,
        chargeId: null,
        error: null,
        returnUrl: null,
        created: seconds(),
      };
      books.intents[id] = intent;
      tell('payment_intent.created', shown(intent));
      shelf.keep();
      return intent;
    },
    confirm(id: string, card: string, returnUrl: string | null): Intent {
      const intent = intentOf(id);
      if (intent.status !== 'requires_payment_method')
        throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`, {
          code: 'payment_intent_unexpected_state',
        });
      const conduct = conductOf(card);
      if (!conduct) return refuse(intent, { code: 'incorrect_number', declineCode: null, message: 'Your card number is incorrect.' });
      if (conduct.kind === 'declines') return refuse(intent, conduct);
      if (conduct.kind === 'asks-holder') {
        Object.assign(intent, { status: 'requires_action', error: null, returnUrl });
        tell('payment_intent.requires_action', shown(intent));
      } else pay(intent, card.slice(-4));
      shelf.keep();
      return intent;
    },
    /** The holder answered the bank's question. */
    answerHolder(id: string, agreed: boolean): Intent {
      const intent = intentOf(id);
      if (intent.status !== 'requires_action') return intent;
      if (agreed) pay(intent, '3220');
      else {
        const message = 'We are unable to authenticate your payment method.';
        Object.assign(intent, {
          status: 'requires_payment_method',
          error: { code: 'payment_intent_authentication_failure', declineCode: null, message },
        });
        tell('payment_intent.payment_failed', shown(intent));
      }
      shelf.keep();
      return intent;
    },
    cancel(id: string): Intent {
      const intent = intentOf(id);
      if (intent.status === 'succeeded')
        throw invalid('You cannot cancel this PaymentIntent because it has a status of succeeded.', {
          code: 'payment_intent_unexpected_state',
        });
      if (intent.status !== 'canceled') {
        intent.status = 'canceled';
        tell('payment_intent.canceled', shown(intent));
        shelf.keep();
      }
      return intent;
    },
    refund(intentId: string, amount: number | null, metadata: Record<string, string>): Refund {
      const charge = chargeOf(intentOf(intentId));
      const open = charge.amount - charge.refunded;
      const asked = amount ?? open;
      if (!Number.isSafeInteger(asked) || asked <= 0 || asked > open)
        throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${open})`, {
          code: 'charge_already_refunded',
        });
      const refund: Refund = {
        id: newId('re'),
        intentId,
        chargeId: charge.id,
        amount: asked,
        status: 'succeeded',
        metadata,
        created: seconds(),
      };
      books.refunds[refund.id] = refund;
      charge.refunded += asked;
      enter('refund', -asked, 0, refund.id);
      tell('refund.created', viewOfRefund(refund));
      tell('charge.refunded', viewOfCharge(charge));
      shelf.keep();
      return refund;
    },
    /** The card's bank sends a refund back. */
    failRefund(id: string): Refund {
      const refund = books.refunds[id];
      const charge = refund && books.charges[refund.chargeId];
      if (!refund || !charge) throw missing('refund', id);
      if (refund.status !== 'failed') {
        refund.status = 'failed';
        charge.refunded -= refund.amount;
        enter('refund_failure', refund.amount, 0, refund.id);
        tell('refund.failed', viewOfRefund(refund));
        shelf.keep();
      }
      return refund;
    },
    /** A holder disputes a payment: the money leaves the balance at once; a warning takes none. */
    dispute(intentId: string, amount: number | null, warning: boolean): Dispute {
      const charge = chargeOf(intentOf(intentId));
      const dispute: Dispute = {
        id: newId('dp'),
        intentId,
        chargeId: charge.id,
        amount: amount ?? charge.amount,
        status: warning ? 'warning_needs_response' : 'needs_response',
        balanceIds: [],
        created: seconds(),
      };
      books.disputes[dispute.id] = dispute;
      if (!warning) dispute.balanceIds.push(enter('adjustment', -dispute.amount, DISPUTE_FEE, dispute.id).id);
      tell('charge.dispute.created', viewOfDispute(books, dispute));
      if (!warning) tell('charge.dispute.funds_withdrawn', viewOfDispute(books, dispute));
      shelf.keep();
      return dispute;
    },
    closeDispute(id: string, outcome: 'won' | 'lost'): Dispute {
      const dispute = books.disputes[id];
      if (!dispute) throw missing('dispute', id);
      if (dispute.status === 'needs_response') {
        dispute.status = outcome;
        if (outcome === 'won') {
          dispute.balanceIds.push(enter('adjustment', dispute.amount, 0, dispute.id).id);
          tell('charge.dispute.funds_reinstated', viewOfDispute(books, dispute));
        }
        tell('charge.dispute.closed', viewOfDispute(books, dispute));
        shelf.keep();
      }
      return dispute;
    },
    /** What is in the balance goes to the operator's bank. */
    payOut(): BalanceEntry | null {
      const held = books.balance.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
      if (held <= 0) return null;
      const entry = enter('payout', -held, 0, newId('po'));
      tell('payout.paid', { id: entry.source, object: 'payout', amount: held, currency: 'eur', status: 'paid', created: entry.created });
      shelf.keep();
      return entry;
    },
  };
}

export type Provider = ReturnType<typeof openProvider>;
