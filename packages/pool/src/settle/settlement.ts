/** What a settlement says: every price, every account, and enough to pay any ticket of the pool from it alone. */
import type { Cents, Rational } from '@valira/money';
import type { LateBet } from '../book/pool-book.ts';
import type { Attempt } from '../result/price-lines.ts';
import type { Wins } from '../result/wins.ts';
import type { RunnerSet } from '../ticket/runner-set.ts';
import type { Price } from './dividend.ts';

export type SettledLine = {
  /** The winning combination, a tier or rank, `main`, or `consolation`. */
  readonly id: string;
  readonly tier: string;
  readonly wins: Wins;
  /** Stakes on the line, in cents. */
  readonly stakes: Rational;
  /** Paid for `perCents` of stake, stake included. */
  readonly dividendCents: Cents;
  /** The price per unit stake before rounding; null for tiers, which the prize plan rounds. */
  readonly exact: Price | null;
};

/** Cents. Left side: what came in. Right side: where it went. */
export type SettlementAccounts = {
  readonly stakes: Cents;
  readonly carriedIn: Cents;
  readonly guaranteeTopUp: Cents;
  /** The operator's money for the minimum dividend, and for prizes that the plan promises beyond the fund. */
  readonly minimumTopUp: Cents;
  /** The operator's money where dividends are rounded to the nearest step. */
  readonly roundingTopUp: Cents;
  /** What this source of a merged pool receives from the others; negative: gives to them. */
  readonly position: Cents;

  readonly paid: Cents;
  readonly refunds: Cents;
  readonly takeout: Cents;
  readonly breakage: Cents;
  /** Waits for the next pool of the series, by tier (`main` where there are none). */
  readonly carriedOut: Readonly<Record<string, Cents>>;
  /** Named accounts of the prize plan, and `carryover-excess` above a carryover's cap. */
  readonly reserves: Readonly<Record<string, Cents>>;
};

export type RefundReason = 'void' | 'void_legs' | 'no_winner' | 'minus_pool' | 'late_bets_inseparable';

export type Settlement = {
  readonly poolId: string;
  readonly meeting: string;
  readonly definition: { readonly id: string; readonly version: number };
  /** Frozen when the pool opened; printed with the settlement (incident R03). */
  readonly takeoutBps: number;
  readonly resultVersion: number;
  readonly outcome: 'paid' | 'refunded' | 'carried';
  /** Which attempt was paid: the result, or a step of the cascade. */
  readonly paidBy: Attempt['by'] | null;
  readonly refundReason: RefundReason | null;
  readonly perCents: Cents;
  readonly lines: readonly SettledLine[];
  /** Runners whose stakes went back, by leg; empty where scratches are not refunded. */
  readonly scratched: readonly RunnerSet[];
  readonly accounts: SettlementAccounts;
  readonly late: readonly LateBet[];
  readonly ticketsPaid: bigint;
};
