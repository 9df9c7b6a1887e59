/**
 * What players are told. A service message follows from what happened to the player's own money or tickets and carries no advertising; it goes to
 * whoever it concerns. Advertising is authorised by CRAJ beforehand, and goes to nobody who is barred or did not ask for it.
 */
import type { Language } from '../../platform/language.ts';

export type Channel = 'app' | 'mail' | 'sms' | 'push';
export const CHANNELS = ['app', 'mail', 'sms', 'push'] as const satisfies readonly Channel[];

export type Named = Readonly<Partial<Record<Language, string>>>;

/** Facts as they are stored: amounts as text of cents, instants as ISO text. */
export type FactsOf = {
  win: { product: Named; number: number; amountCents: string };
  'large-win': { product: Named; number: number; amountCents: string };
  'claim-lapsing': { product: Named; number: number; amountCents: string; claimUntil: string; days: number };
  'limit-reached': { limit: 'deposit' | 'stake' | 'loss' | 'time'; until: string };
  'limit-changed': { limit: 'deposit' | 'stake' | 'loss' | 'time'; amountCents: string; from: string };
  'deposit-failed': { amountCents: string };
  'deposit-disputed': { amountCents: string };
  'deposit-refunded': { amountCents: string };
  'identity-accepted': Record<string, never>;
  'identity-rejected': { problem: 'unreadable' | 'expired' | 'other-person' | 'not-accepted' | 'altered' | 'under-age' };
  'withdrawal-sent': { amountCents: string; ibanEnd: string };
  'withdrawal-returned': { amountCents: string; ibanEnd: string };
  'subscription-stopped': { product: Named; reason: 'ended' | 'no-funds' | 'limit' | 'product' | 'asked' };
  'result-corrected': { product: Named; number: number };
  campaign: { subject: Readonly<Record<Language, string>>; text: Readonly<Record<Language, string>>; authorisation: string };
};

export type Kind = keyof FactsOf;

export const isAdvertising = (kind: string): boolean => kind === 'campaign';

/** Anything about which money and to whom: what a caller hands over. `cause` is its business identity. */
export type News = {
  [K in Kind]: {
    readonly accountId: string;
    readonly kind: K;
    readonly cause: string;
    readonly facts: FactsOf[K];
    /** Told only once this result is published. */
    readonly contest?: { readonly id: string; readonly resultVersion: number };
  };
}[Kind];
