/**
 * Everything the simulated provider knows: payments, charges, refunds, disputes, its balance and the events it has to tell. One plain object, kept
 * as one JSON file, so that a demo finds its payments again after a restart.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export type Intent = {
  id: string;
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  clientSecret: string;
  metadata: Record<string, string>;
  chargeId: string | null;
  /** The last decline. */
  error: { code: string; declineCode: string | null; message: string } | null;
  /** Where the holder comes back to after confirming with the bank. */
  returnUrl: string | null;
  created: number;
};
export type Charge = { id: string; intentId: string; amount: number; refunded: number; last4: string; balanceId: string; created: number };
export type Refund = {
  id: string;
  intentId: string;
  chargeId: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  metadata: Record<string, string>;
  created: number;
};
export type Dispute = {
  id: string;
  intentId: string;
  chargeId: string;
  amount: number;
  status: 'warning_needs_response' | 'needs_response' | 'won' | 'lost';
  balanceIds: string[];
  created: number;
};
export type BalanceEntry = {
  id: string;
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout';
  amount: number;
  fee: number;
  source: string;
  created: number;
};
export type Told = { id: string; type: string; object: unknown; created: number; delivered: boolean; tries: number; nextAt: number };
type Answered = { request: string; status: number; body: string };

export type Books = {
  intents: Record<string, Intent>;
  charges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  balance: BalanceEntry[];
  events: Told[];
  answered: Record<string, Answered>;
};

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const empty = (): Books => ({ intents: {}, charges: {}, refunds: {}, disputes: {}, balance: [], events: [], answered: {} });

export type Shelf = { readonly books: Books; keep(): void };

/** With a file, what is kept survives the process; without one, it ends with it. */
export function openShelf(file: string | null): Shelf {
  let books = empty();
  if (file) {
    try {
      books = { ...empty(), ...(JSON.parse(readFileSync(file, 'utf8')) as Books) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return {
    books,
    keep() {
      if (!file) return;
      writeFileSync(`${file}.new`, JSON.stringify(books), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
