/**
 * Writes the provider's entries down, once each. Those between players and the provider are the movements of deposits, posted already; its fees and
 * what it pays out to the bank are known from here alone, and are posted with the entry.
 *
 * Example: a charge of 50.00 with a fee of 1.00 posts 1.00 payment-clearing → payment-fees; a pay-out of 49.00 posts payment-clearing → bank.
 */
import { providerEntry } from '@valira/db/schema';
import { cents } from '@valira/money';
import type { Core } from '../../../platform/core.ts';
import { type AccountRef, account, HOUSE, type Posting, postOperation } from '../../ledger/index.ts';
import type { ProviderEntry } from '../provider.ts';

const PAID_OUT = new Set(['payout', 'payout_failure', 'payout_cancel']);
/** Entries that are nothing but a fee, or a fee given back. */
const PURE_FEES = new Set(['stripe_fee', 'stripe_fx_fee', 'tax_fee']);
export const WITH_PLAYERS: ReadonlySet<string> = new Set([
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'adjustment',
]);

export type EntryKind = 'player' | 'pay-out' | 'fee' | 'unknown';

export function kindOfEntry(type: string): EntryKind {
  if (WITH_PLAYERS.has(type)) return 'player';
  if (PAID_OUT.has(type)) return 'pay-out';
  return PURE_FEES.has(type) ? 'fee' : 'unknown';
}

/** Fee and pay-out of an entry as transfers; `reference` is the house, since nobody's document is behind them. */
export function postingsOfEntry({ type, amountCents, feeCents }: ProviderEntry): Posting[] {
  const clearing = account('payment-clearing');
  const between = (other: AccountRef, leaving: bigint, kind: string): Posting[] => {
    if (leaving === 0n) return [];
    const sides = leaving > 0n ? { debit: other, credit: clearing } : { debit: clearing, credit: other };
    return [{ ...sides, amount: cents(leaving < 0n ? -leaving : leaving), kind, reference: HOUSE }];
  };
  const kind = kindOfEntry(type);
  return [
    ...between(account('payment-fees'), kind === 'fee' ? feeCents - amountCents : feeCents, 'provider-fee'),
    ...(kind === 'pay-out' ? between(account('bank'), -amountCents, 'provider-paid-out') : []),
  ];
}

export async function enterProviderEntries(
  { ids, clock, inTransaction }: Pick<Core, 'ids' | 'clock' | 'inTransaction'>,
  entries: readonly ProviderEntry[],
): Promise<void> {
  for (const entry of entries)
    await inTransaction(async (tx) => {
      const at = clock.now();
      const postings = postingsOfEntry(entry);
      const posted =
        postings.length === 0 ? null : await postOperation(tx, ids, at, { accountId: HOUSE, key: `provider-entry:${entry.id}`, postings });
      if (posted && !posted.ok) throw new Error(`entry ${entry.id} was refused by the ledger`);
      await tx
        .insert(providerEntry)
        .values({ ...entry, operationId: posted?.value.operationId ?? null, readAt: at })
        .onConflictDoNothing();
    });
}
