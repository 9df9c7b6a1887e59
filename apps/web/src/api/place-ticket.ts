/**
 * Buying a ticket exactly once over a network that may lose the answer.
 *
 * The key is kept on this device before anything is sent. An answer settles it. When no answer comes, nobody knows: the key is resolved,
 * which either returns the ticket that was sold or makes sure that it never will be, and only then is the buyer told. A
 * key left over from a page that was closed meanwhile is resolved when the shop opens again.
 */
import { Problem } from './problem.ts';
import { request } from './request.ts';
import type { DrawWager, PoolWager, SoldTicket } from './wire.ts';

export type Order = { readonly contestIds: readonly string[]; readonly wager: DrawWager | PoolWager; readonly priceCents: string };

export type Purchase = { readonly outcome: 'sold'; readonly ticket: SoldTicket } | { readonly outcome: 'not-sold' };

const STORAGE_KEY = 'valira.purchase';

const keep = (key: string): void => localStorage.setItem(STORAGE_KEY, key);
const forget = (): void => localStorage.removeItem(STORAGE_KEY);

/** Key of a purchase whose outcome this device never learned. */
export const purchaseLeftOpen = (): string | null => localStorage.getItem(STORAGE_KEY);

/** Throws `Problem` for a refusal (nothing was charged) and for `network`: then call `resolvePurchase`. */
export async function placeTicket(order: Order, key: string): Promise<Purchase> {
  keep(key);
  try {
    const ticket = await request<SoldTicket>('/v1/tickets', { body: order, idempotencyKey: key });
    forget();
    return { outcome: 'sold', ticket };
  } catch (error) {
    if (error instanceof Problem && error.status >= 400 && error.status < 500) forget();
    throw error;
  }
}

/** Throws `network` while there is still no answer; the key stays kept. */
export async function resolvePurchase(key: string): Promise<Purchase> {
  const { outcome, ticket } = await request<{ outcome: 'sold' | 'not-sold'; ticket: SoldTicket | null }>('/v1/tickets/resolve', {
    body: { idempotencyKey: key },
  });
  forget();
  return outcome === 'sold' && ticket ? { outcome, ticket } : { outcome: 'not-sold' };
}

/** Whether an error leaves the outcome unknown: no answer, or a fault of the server. */
export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof Problem) || error.status === 0 || error.status >= 500;
