/** Objects as the provider's interface shows them: the fields that a client of it reads. */
import type { BalanceEntry, Books, Charge, Dispute, Intent, Refund } from './books.ts';

export function viewOfIntent(books: Books, intent: Intent, expanded: (name: string) => boolean) {
  const charge = intent.chargeId ? books.charges[intent.chargeId] : undefined;
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    currency: intent.currency,
    status: intent.status,
    client_secret: intent.clientSecret,
    metadata: intent.metadata,
    latest_charge: charge && expanded('latest_charge') ? viewOfCharge(charge) : intent.chargeId,
    last_payment_error: intent.error && {
      type: 'card_error',
      code: intent.error.code,
      decline_code: intent.error.declineCode,
      message: intent.error.message,
    },
    next_action:
      intent.status === 'requires_action'
        ? { type: 'redirect_to_url', redirect_to_url: { url: `/simulator/holder/${intent.id}`, return_url: intent.returnUrl } }
        : null,
    created: intent.created,
    livemode: false,
  };
}

export const viewOfCharge = (charge: Charge) => ({
  id: charge.id,
  object: 'charge',
  amount: charge.amount,
  amount_captured: charge.amount,
  amount_refunded: charge.refunded,
  balance_transaction: charge.balanceId,
  currency: 'eur',
  paid: true,
  payment_intent: charge.intentId,
  payment_method_details: { type: 'card', card: { brand: 'visa', last4: charge.last4 } },
  status: 'succeeded',
  created: charge.created,
  livemode: false,
});

export const viewOfRefund = (refund: Refund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  charge: refund.chargeId,
  currency: 'eur',
  metadata: refund.metadata,
  payment_intent: refund.intentId,
  status: refund.status,
  created: refund.created,
});

export const viewOfDispute = (books: Books, dispute: Dispute) => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: books.balance.filter(({ id }) => dispute.balanceIds.includes(id)).map((entry) => viewOfEntry(books, entry, false)),
  charge: dispute.chargeId,
  currency: 'eur',
  payment_intent: dispute.intentId,
  reason: 'fraudulent',
  status: dispute.status,
  created: dispute.created,
  livemode: false,
});

/** The object that a balance entry is of, as far as it is one of these. */
function sourceOf(books: Books, id: string): object | string {
  const { [id]: charge } = books.charges;
  if (charge) return viewOfCharge(charge);
  const { [id]: refund } = books.refunds;
  if (refund) return viewOfRefund(refund);
  const { [id]: dispute } = books.disputes;
  return dispute ? viewOfDispute(books, dispute) : id;
}

export const viewOfEntry = (books: Books, entry: BalanceEntry, inFull: boolean) => ({
  id: entry.id,
  object: 'balance_transaction',
  amount: entry.amount,
  available_on: entry.created,
  currency: 'eur',
  fee: entry.fee,
  net: entry.amount - entry.fee,
  reporting_category: entry.type,
  source: inFull ? sourceOf(books, entry.source) : entry.source,
  status: 'available',
  type: entry.type,
  created: entry.created,
});
