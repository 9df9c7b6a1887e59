/**
 * Prices of a host and a guest are compared before anybody is paid (incident R03): equal rules and equal totals give equal
 * dividends, so a difference means that one side has another takeout, break or total.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Settlement } from './settlement.ts';

export type GuestPrice = { readonly line: string; readonly dividendCents: bigint };

export function comparePrices(
  host: Settlement,
  guest: readonly GuestPrice[],
): Outcome<null, 'guest_price_differs' | 'guest_price_missing' | 'guest_price_unknown'> {
  for (const line of host.lines) {
    const price = guest.find((one) => one.line === line.id);
    if (!price) return refuse('guest_price_missing', { path: line.id, facts: { line: line.id } });
    if (price.dividendCents !== line.dividendCents) {
      return refuse('guest_price_differs', {
        path: line.id,
        facts: { line: line.id, hostCents: line.dividendCents, guestCents: price.dividendCents },
      });
    }
  }
  const unknown = guest.find((price) => !host.lines.some((line) => line.id === price.line));
  return unknown ? refuse('guest_price_unknown', { path: unknown.line, facts: { line: unknown.line } }) : ok(null);
}
