/** The cards that do something of their own: the provider's public test numbers, and what each of them does. */
export type CardConduct =
  | { readonly kind: 'pays' }
  | { readonly kind: 'asks-holder' }
  | { readonly kind: 'declines'; readonly code: string; readonly declineCode: string | null; readonly message: string };

const declines = (code: string, declineCode: string | null, message: string): CardConduct => ({
  kind: 'declines',
  code,
  declineCode,
  message,
});

const CONDUCT: ReadonlyMap<string, CardConduct> = new Map([
  ['4242424242424242', { kind: 'pays' }],
  ['4000000000003220', { kind: 'asks-holder' }],
  ['4000000000009995', declines('card_declined', 'insufficient_funds', 'Your card has insufficient funds.')],
  ['4000000000000002', declines('card_declined', 'generic_decline', 'Your card was declined.')],
  ['4000000000000069', declines('expired_card', null, 'Your card has expired.')],
]);

/** Tokens that stand for those numbers, so that no number has to be sent. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_threeDSecure2Required', '4000000000003220'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069'],
]);

/** What a card does that is given by token or by number; null for one that nobody issued. */
export const conductOf = (card: string): CardConduct | null => CONDUCT.get(TOKENS.get(card) ?? card.replaceAll(/[\s-]/g, '')) ?? null;
