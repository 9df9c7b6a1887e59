/**
 * Buying a ticket exactly once over a network that may lose the answer.
 *
 * The key is kept on this device before anything is sent. An answer settles it. When no answer comes, nobody knows: the key is resolved,
 * which either returns the ticket that was sold or makes sure that it never will be, and only then is the buyer told. A
 * key left over from a page that was closed meanwhile is resolved when the same player opens the shop again: somebody else's question
 * would get the answer "not sold" about a purchase that was never theirs.
 */
import { Problem } from './problem.ts';
import { request } from './request.ts';
import type { DrawWager, PoolWager, SoldTicket } from './wire.ts';

export type Order = { readonly contestIds: readonly string[]; readonly wager: DrawWager | PoolWager; readonly priceCents: string };

export type Purchase = { readonly outcome: 'sold'; readonly ticket: SoldTicket } | { readonly outcome: 'not-sold' };

const STORAGE_PREFIX = 'valira.purchase.';

/** A purchase as this device remembers it: whose it is, and under which key. */
export type KeptPurchase = { readonly accountId: string; readonly key: string };

const entryOf = ({ accountId, key }: KeptPurchase): string => `${STORAGE_PREFIX}${accountId}.${key}`;
const keep = (purchase: KeptPurchase): void => localStorage.setItem(entryOf(purchase), '');
const forget = (purchase: KeptPurchase): void => localStorage.removeItem(entryOf(purchase));

/** Purchases of this account whose outcome this device never learned; two tabs may have left one each. */
export function purchasesLeftOpen(accountId: string): readonly KeptPurchase[] {
  const prefix = entryOf({ accountId, key: '' });
  return Object.keys(localStorage)
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => ({ accountId, key: entry.slice(prefix.length) }));
}

/** Throws `Problem` for a refusal (nothing was charged) and for `network`: then call `resolvePurchase`. */
export async function placeTicket(order: Order, kept: KeptPurchase): Promise<Purchase> {
  keep(kept);
  try {
    const ticket = await request<SoldTicket>('/v1/tickets', { body: order, idempotencyKey: kept.key });
    forget(kept);
    return { outcome: 'sold', ticket };
  } catch (error) {
    if (error instanceof Problem && error.status >= 400 && error.status < 500) forget(kept);
    throw error;
  }
}

/** Throws `network` while there is still no answer; the key stays kept. */
export async function resolvePurchase(kept: KeptPurchase): Promise<Purchase> {
  const { outcome, ticket } = await request<{ outcome: 'sold' | 'not-sold'; ticket: SoldTicket | null }>('/v1/tickets/resolve', {
    body: { idempotencyKey: kept.key },
  });
  forget(kept);
  return outcome === 'sold' && ticket ? { outcome, ticket } : { outcome: 'not-sold' };
}

/** Whether an error leaves the outcome unknown: no answer, or a fault of the server. */
export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof Problem) || error.status === 0 || error.status >= 500;
