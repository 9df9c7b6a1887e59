/**
 * The products that this auditor was written for, in its own words. It never reads a stored definition: were one changed, or read wrongly, the
 * figures would part.
 */

export type MatrixRules = {
  readonly kind: 'matrix';
  readonly unit: bigint;
  /** Numbers of the drum and numbers of a line. */
  readonly from: number;
  readonly choose: number;
  /** From the jackpot down. Percent are of what fixed prizes leave. */
  readonly tiers: readonly {
    readonly id: string;
    readonly hits: number;
    readonly bonus: boolean | null;
    readonly percent?: bigint;
    readonly fixed?: bigint;
  }[];
  readonly reservePercent: bigint;
  readonly guarantee: bigint;
  readonly cap: bigint;
};
export type DigitsRules = { readonly kind: 'digits'; readonly unit: bigint; readonly fundPercent: bigint };
export type RaceRules = { readonly kind: 'race'; readonly places: 1 | 3; readonly unit: bigint; readonly carries: boolean };
export type Rules = (MatrixRules | DigitsRules | RaceRules) & { readonly claimDays: number; readonly closedDaysExtend: boolean };

const SIX: MatrixRules = {
  kind: 'matrix',
  unit: 100n,
  from: 45,
  choose: 6,
  tiers: [
    { id: '6', hits: 6, bonus: null, percent: 70n },
    { id: '5-bonus', hits: 5, bonus: true, percent: 10n },
    { id: '5', hits: 5, bonus: false, percent: 15n },
    { id: '4', hits: 4, bonus: null, fixed: 5_000n },
    { id: '3', hits: 3, bonus: null, fixed: 500n },
  ],
  reservePercent: 5n,
  guarantee: 25_000_000n,
  cap: 500_000_000n,
};

const FOUR: MatrixRules = {
  kind: 'matrix',
  unit: 100n,
  from: 16,
  choose: 4,
  tiers: [
    { id: '4', hits: 4, bonus: null, percent: 60n },
    { id: '3-bonus', hits: 3, bonus: true, percent: 10n },
    { id: '3', hits: 3, bonus: false, percent: 20n },
    { id: '2', hits: 2, bonus: null, fixed: 150n },
  ],
  reservePercent: 5n,
  guarantee: 20_000n,
  cap: 30_000n,
};

export const RULES: Readonly<Record<string, Rules>> = {
  serra: { ...FOUR, claimDays: 20, closedDaysExtend: false },
  'cims-645': { ...SIX, claimDays: 90, closedDaysExtend: true },
  forana: { ...SIX, claimDays: 90, closedDaysExtend: true },
  trio: { kind: 'digits', unit: 100n, fundPercent: 55n, claimDays: 15, closedDaysExtend: true },
  guanyador: { kind: 'race', places: 1, unit: 100n, carries: false, claimDays: 92, closedDaysExtend: false },
  trifecta: { kind: 'race', places: 3, unit: 20n, carries: true, claimDays: 92, closedDaysExtend: false },
};

/** Law 14/2024, art. 51.3: a quarter of what was staked and not given back. */
export const TAX_PERCENT = 25n;
/** Of a race: kept of the stakes; dividends for 1.00 go down to 0.10 and not below 1.10. */
export const TAKEOUT_PERCENT = 30n;
export const DIVIDEND_STEP = 10n;
export const LEAST_DIVIDEND = 110n;
