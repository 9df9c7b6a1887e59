/**
 * The chart of accounts: what each code is, whose it is, and which side it normally stands on. The database holds the same table;
 * a test compares them. An account's identity is its code and its owner: a player, a shop, a contest, or the house.
 */
import type { Cents } from '@valira/money';

export const HOUSE = '00000000-0000-7000-8000-000000000001';

export const CODES = {
  'player-cash': 10,
  'player-held': 11,
  'shop-settlement': 20,
  'shop-commission': 21,
  stakes: 30,
  'prize-fund': 31,
  jackpot: 32,
  reserve: 33,
  rounding: 34,
  breakage: 35,
  carryover: 36,
  'prizes-payable': 37,
  'prizes-unclaimed': 38,
  'prizes-abandoned': 39,
  'tax-payable': 40,
  fees: 41,
  'sales-share': 42,
  'common-pool': 43,
  'instant-fund': 44,
  'operator-revenue': 50,
  'operator-loss': 51,
  'guarantee-top-up': 52,
  'payment-fees': 53,
  'payment-clearing': 60,
  bank: 61,
  'player-receivable': 62,
} as const;

export type AccountName = keyof typeof CODES;
export type AccountCode = (typeof CODES)[AccountName];

export const nameOfCode = new Map<number, AccountName>(Object.entries(CODES).map(([name, code]) => [code, name as AccountName]));

/** Codes whose balance is kept in a row, because a limit is checked against it in the same transaction. */
export const LIMITED: ReadonlySet<AccountName> = new Set(['player-cash', 'player-held', 'shop-settlement']);

export type AccountRef = { readonly account: AccountName; readonly owner: string };

/** One movement before it has an id. `amount` is positive; a movement of nothing is not posted. */
export type Posting = {
  readonly debit: AccountRef;
  readonly credit: AccountRef;
  readonly amount: Cents;
  /** What moved it, a fact in the past tense or a noun: `stake`, `prize`, `deposit`. */
  readonly kind: string;
  /** The contest it concerns, or the document it comes from. */
  readonly reference: string;
};

export const account = (name: AccountName, owner: string = HOUSE): AccountRef => ({ account: name, owner });
