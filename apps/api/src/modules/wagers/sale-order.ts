/** What the intake is asked to sell, and what it answers. Lines have been checked and priced before; the rest is decided here. */
import type { Cents } from '@valira/money';
import type { Outcome } from '@valira/outcome';

export type Channel = 'online' | 'shop';

export type SaleOrder = {
  readonly accountId: string;
  /** The buyer's idempotency key (a UUID). */
  readonly key: string;
  /** SHA-256 of the request as the buyer sent it. */
  readonly inputHash: Uint8Array;
  readonly channel: Channel;
  readonly terminalId: string | null;
  readonly clerkId: string | null;
  readonly productVersionId: string;
  /** The draws, or the one pool, in order of number. */
  readonly contestIds: readonly string[];
  /** Packed by the product's engine; the same in each contest. */
  readonly lines: Uint8Array;
  readonly stakePerContest: Cents;
  /** Numbers that only one ticket of each contest may bear; left out where the game has none. */
  readonly unique?: readonly bigint[];
  /** How many runners of the pool were out when the bet was read; none where nobody says. */
  readonly scratches?: number;
};

export type SaleRefusal =
  | 'key_reused'
  | 'sale_abandoned'
  | 'account_suspended'
  | 'account_excluded'
  | 'account_barred'
  | 'account_paused'
  | 'register_unavailable'
  | 'stake_limit_reached'
  | 'loss_limit_reached'
  | 'account_closed'
  | 'shop_not_licensed'
  | 'clerk_not_licensed'
  | 'contest_not_found'
  | 'contest_not_open'
  | 'contest_closed'
  | 'card_changed'
  | 'not_on_sale'
  | 'sales_stopped'
  | 'licence_suspended'
  | 'channel_not_allowed'
  | 'pari_mutuel_not_in_shops'
  | 'no_commitment'
  | 'number_taken'
  | 'insufficient_funds'
  | 'credit_limit_reached'
  | 'busy';

/** `made` is null for a purchase that was made before: what was stored then is read again. */
export type SoldTicket = {
  readonly ticketId: string;
  readonly made: { readonly serial: string; readonly soldAt: Date; readonly hash: Uint8Array } | null;
};

export type SaleAnswer = Outcome<SoldTicket, SaleRefusal>;
