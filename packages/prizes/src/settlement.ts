/** What goes into and comes out of a prize settlement; see settle-prizes.ts for the decision itself. */
import type { Cents } from '@valira/money';
import type { Movement } from './movement-book.ts';

export type PrizeInput = {
  readonly stakesCents: Cents;
  /** Winning shares per tier; a tier left out had no winner. */
  readonly winners: Readonly<Record<string, bigint>>;
  /** Pools that wait from the previous draw, per tier. */
  readonly carriedInCents?: Readonly<Record<string, Cents>>;
  /** Balances of the plan's accounts before the draw. */
  readonly accountsCents?: Readonly<Record<string, Cents>>;
  /** Money the operator adds to a tier for this draw, beyond what the plan does by itself. */
  readonly topUpsCents?: Readonly<Record<string, Cents>>;
  /** 1 = first draw after the jackpot was won. Default 1. */
  readonly cycleDraw?: number;
  /** Draws, this one not counted, in which the jackpot stood at its cap. Default 0. */
  readonly drawsAtCap?: number;
  /** Named occasions of this draw. */
  readonly occasions?: readonly string[];
};

export type TierSettlement = {
  readonly id: string;
  readonly winners: bigint;
  /** What the tier had to share after every rule, before rounding. */
  readonly poolCents: Cents;
  /** Prize of one winning share before tax; 0 without winners. */
  readonly prizeCents: Cents;
  /** Tax kept back from one prize. */
  readonly withheldCents: Cents;
  /** What one winning share receives. */
  readonly netPrizeCents: Cents;
  /** prizeCents × winners. */
  readonly paidCents: Cents;
  /** Waits in this tier for the next draw. */
  readonly carriedOutCents: Cents;
  /** Stakes of a fixed prize turned into shares because of a cap or the fund. */
  readonly converted: boolean;
  /** Tiers that were pooled with this one because they were inverted; empty when it stood alone. */
  readonly mergedWith: readonly string[];
};

export type PrizeSettlement = {
  readonly stakesCents: Cents;
  readonly fundCents: Cents;
  readonly operatorPartCents: Cents;
  readonly tiers: readonly TierSettlement[];
  readonly carriedOutCents: Readonly<Record<string, Cents>>;
  readonly accountsCents: Readonly<Record<string, Cents>>;
  /** What the operator added beyond the stakes: shortfalls, guarantees, rounding. */
  readonly operatorAddedCents: Cents;
  /** Undivided fractions and remainders that fell to the operator, beyond its part of the stakes. */
  readonly operatorKeptCents: Cents;
  /** 1 when the jackpot was won or fell, else one more. */
  readonly nextCycleDraw: number;
  readonly nextDrawsAtCap: number;
  /** Every cent, in the order it moved. */
  readonly movements: readonly Movement[];
};
