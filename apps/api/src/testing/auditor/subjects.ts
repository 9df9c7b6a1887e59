/** What the auditor keeps of tickets and contests, and what it has to say. */
import type { Outcome, Sold } from './outcome.ts';
import type { ContestRow, Rows } from './rows.ts';
import type { Rules } from './rules.ts';

export type Finding = { readonly what: string; readonly subject: string; readonly expected: string; readonly found: string };

export type Witnessed = {
  readonly tickets: ReadonlyMap<string, { readonly accountId: string; readonly cents: bigint }>;
  readonly cancelled: ReadonlyMap<string, bigint>;
  readonly paid: ReadonlyMap<string, bigint>;
  readonly deposits: ReadonlyMap<string, bigint>;
};

export type Ticket = {
  readonly id: string;
  readonly account: string;
  readonly atShop: boolean;
  readonly parts: { readonly contest: string; readonly stake: bigint }[];
  cancelled: boolean;
  end: { readonly how: 'shop' | 'operator' | 'lapse'; readonly at: Date } | null;
};
export type Contest = {
  row: ContestRow;
  readonly rules: Rules;
  readonly sold: Sold[];
  readonly results: Map<number, Rows['results'][number]>;
  readonly outcomes: Map<number, Outcome>;
  /** What each version that was paid gave each ticket, and when it was paid. */
  readonly paid: Map<number, { readonly at: Date; readonly gave: Map<string, bigint> }>;
  void: boolean;
};
