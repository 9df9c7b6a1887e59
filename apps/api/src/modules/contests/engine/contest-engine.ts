/**
 * What the platform asks of an engine, whatever the game or bet: one interface over @valira/games and @valira/pool.
 *
 * A wager becomes packed lines and a stake per contest; sealed entries are tallied against a result; the tally settles into a tier
 * table and flows of money; a grader then says what one entry receives.
 */
import type { DrawMapping, DrawnPanel, Json, TierRow } from '@valira/games/verifiable';
import type { Cents, Rational } from '@valira/money';
import type { Outcome } from '@valira/outcome';
import type { LegResult, Pool } from '@valira/pool';
import type { StoredEntry } from '../entry-stream.ts';
import type { EventResult } from './leg-results.ts';

export type Wager = {
  readonly lines: Uint8Array;
  readonly stakeCents: Cents;
  /** Numbers of a stock or raffle codes, each of which only one ticket of a contest may bear; left out where the game has none. */
  readonly unique?: readonly bigint[];
  /** All of them were picked at random: where one is gone already, others may be picked. */
  readonly isPicked?: boolean;
};

/** Pre-assigned numbers 0 … numbers − 1 of so many digits, each in so many series of so many fractions. */
export type Stock = { readonly digits: number; readonly numbers: number; readonly series: number; readonly fractions: number };

/** A uniform whole number from 0 to bound − 1. */
export type UniformBelow = (bound: bigint) => bigint;

/** Where money stands before and after a settlement. `fund` is the contest's own; what is left there is owed to winners. */
export type FlowPlace =
  | 'stakes'
  | 'fund'
  | 'operator'
  | 'operator-added'
  | 'jackpot'
  | 'reserve'
  | 'breakage'
  | 'carryover'
  | 'common-pool';

export type Flow = { readonly from: FlowPlace; readonly to: FlowPlace; readonly amountCents: Cents };

export type Share = { readonly tier: string; readonly count: string };

export type Graded = { readonly prizeCents: Cents; readonly refundCents: Cents; readonly shares: readonly Share[] };

export type Grader = {
  /** What an entry receives. Throws on lines that the sale could not have let in. */
  grade(lines: Uint8Array, stakeCents: Cents): Graded;
};

export type SettlementFacts = {
  /** What the previous contest of the product left; `{}` for the first. */
  readonly carriedIn: Json;
  readonly number: number;
};

export type Settled = Grader & {
  /** Winners among the entries of this platform. */
  readonly tiers: readonly TierRow[];
  /** Of a draw held in common with others: the organiser's table, with all winners. */
  readonly commonTiers?: readonly TierRow[];
  readonly prizesCents: Cents;
  readonly refundsCents: Cents;
  readonly flows: readonly Flow[];
  readonly carry: Json;
};

/** What of a sealed entry is tallied. Reading the id takes time, so it is read where it is needed. */
export type TalliedEntry = Pick<StoredEntry, 'ticketId' | 'lines' | 'stakeCents'>;

export type Tally = {
  add(entry: TalliedEntry): void;
  /** Settles what was added. Once. */
  settle(): Outcome<Settled>;
};

/** Totals that came from outside: sales and winners of an external draw, or stakes per selection of an external pool. */
export type ExternalTotals =
  | { readonly kind: 'draw'; readonly salesCents: Cents; readonly winners: Readonly<Record<string, bigint>> }
  | { readonly kind: 'pool'; readonly bets: readonly { readonly selections: Json; readonly stakeCents: Cents }[] };

/** Live figures of a pool. Dividends are the ones the pool would pay if that combination won and nothing else were sold. */
export type Probables = {
  readonly grossCents: Cents;
  readonly netCents: Cents;
  readonly perCents: Cents;
  readonly selections: readonly {
    readonly combination: readonly number[];
    readonly stakesCents: Cents;
    readonly dividendCents: Cents | null;
  }[];
};

export type StakeGroup = { readonly lines: Uint8Array; readonly stakeCents: Cents; readonly count: number };

/** What players are told before they pay. */
export type Figures = {
  readonly unitPriceCents: Cents;
  readonly tiers: readonly { readonly tier: string; readonly odds: Rational }[];
  readonly overallOdds: Rational | null;
};

/** What a pool is asked because of its events. `leg` counts from 0. */
export type PoolEvents = {
  readonly pool: Pool;
  legResult(leg: number, result: EventResult, favourites: readonly number[]): Outcome<LegResult, 'result_kind_not_for_leg'>;
  /** Runners from most to least backed; null for a pool that does not say. */
  favourites(groups: readonly StakeGroup[]): readonly number[] | null;
  /** Which of these bets name the runner, and what goes back because of it under the pool's own rule. */
  scratchEffect(
    groups: readonly StakeGroup[],
    leg: number,
    runner: number,
  ): { readonly touched: readonly boolean[]; readonly refundCents: Cents };
};

export type ContestEngine = {
  readonly kind: 'draw' | 'pool';
  /** Whether one contest leaves money to the next: only then does a settlement wait for the one before. */
  readonly carries: boolean;
  /** Days after the draw on which prizes may be claimed. */
  readonly claimDays: number;
  /** Whether a last day on which claims offices are closed moves to the next open one. */
  readonly closedDaysExtend: boolean;
  /** Minutes after the sale within which a ticket may be cancelled, before the close; 0 = never. */
  readonly cancelMinutes: number;
  /** The numbers that are sold once each; null for a game without a stock. */
  readonly stock: Stock | null;
  /** Contests that one ticket may be for. */
  readonly mostContests: number;
  figures(): Figures;
  /** Null for what has none. */
  probables(groups: readonly StakeGroup[]): Probables | null;
  parseWager(input: unknown, below: UniformBelow): Outcome<Wager>;
  /** The wager as it is shown and answered, from what is stored. */
  describeWager(lines: Uint8Array, stakeCents: Cents): Json;
  /** The canonical form of a result that can be, or why it cannot. */
  parseResult(input: unknown, version: number): Outcome<Json>;
  /** How random output becomes numbers; null for what is not drawn by the generator. */
  readonly mapping: DrawMapping | null;
  resultOfPanels(panels: readonly DrawnPanel[]): Json;
  tally(result: Json, facts: SettlementFacts): Tally;
  /** Settles totals that others counted. */
  settleExternal(result: Json, totals: ExternalTotals, facts: SettlementFacts): Outcome<Settled>;
  /** Tallies the entries of this platform in a contest whose totals others counted; null for what is not sold that way. */
  tallyShare(result: Json, totals: ExternalTotals, facts: SettlementFacts): Tally | null;
  /** A grader from a stored tier table, or null when it takes a new tally of the entries. */
  graderOf(result: Json, tiers: readonly TierRow[]): Grader | null;
  /** Null for a draw. */
  readonly events: PoolEvents | null;
};
