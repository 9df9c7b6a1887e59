/**
 * The gate before a prize table from outside is published: right currency, known tiers, prizes within the fund and in falling
 * order, fixed prizes as promised, and no prize outside what is usual for its tier.
 *
 * Example (incident R09): a tier that usually pays some 1,000 to 20,000 øre arrives as 1,251,360 because cents were multiplied where
 * they should have been divided; the table is refused with `prize_out_of_range` before anyone is told.
 */
import type { Cents, Currency } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { GameDefinition } from '../definition/game-definition.ts';

export type PrizeTableRow = {
  readonly tier: string;
  readonly winners: bigint;
  readonly prizeCents: Cents;
};

export type PrizeTable = {
  readonly currency: Currency;
  /** What may be paid in all: the fund with everything carried in. */
  readonly availableCents: Cents;
  readonly rows: readonly PrizeTableRow[];
};

/** Lowest and highest prize that a tier has paid so far, or that was agreed for it. */
export type UsualRange = Readonly<Record<string, { readonly lowCents: Cents; readonly highCents: Cents }>>;

export type PrizeTableRefusal =
  | 'currency_mismatch'
  | 'unknown_tier'
  | 'tier_missing'
  | 'tier_repeated'
  | 'negative_amount'
  | 'fixed_prize_differs'
  | 'prize_out_of_range'
  | 'tiers_not_monotone'
  | 'prizes_exceed_fund';

/** How far beyond the usual range a prize may lie before two people must look at it: the next step up or down of ten. */
const tolerance = 10n;

/** The table itself when it may be certified by a second person, else the first thing that is wrong with it. */
export function checkPrizeTable(game: GameDefinition, table: PrizeTable, usual: UsualRange): Outcome<PrizeTable, PrizeTableRefusal> {
  if (table.currency !== game.currency)
    return refuse('currency_mismatch', { path: 'currency', facts: { expected: game.currency, found: table.currency } });
  const rows = new Map<string, PrizeTableRow>();
  for (const [index, row] of table.rows.entries()) {
    const path = `rows.${index}`;
    const planned = game.prizes.tiers.find(({ id }) => id === row.tier);
    if (!planned) return refuse('unknown_tier', { path: `${path}.tier`, facts: { tier: row.tier } });
    if (rows.has(row.tier)) return refuse('tier_repeated', { path: `${path}.tier`, facts: { tier: row.tier } });
    if (row.winners < 0n || row.prizeCents < 0n) return refuse('negative_amount', { path });
    rows.set(row.tier, row);
    if (row.winners === 0n) continue;
    const { prize } = planned;
    if (
      prize.kind === 'fixed' &&
      prize.perDrawCapCents === undefined &&
      game.prizes.fixed.conversion === 'none' &&
      row.prizeCents < prize.amountCents
    )
      return refuse('fixed_prize_differs', { path: `${path}.prizeCents`, facts: { promised: prize.amountCents, found: row.prizeCents } });
    const range = usual[row.tier];
    if (range && (row.prizeCents > range.highCents * tolerance || row.prizeCents * tolerance < range.lowCents))
      return refuse('prize_out_of_range', {
        path: `${path}.prizeCents`,
        facts: { found: row.prizeCents, low: range.lowCents, high: range.highCents },
      });
  }
  let above: PrizeTableRow | undefined;
  let paid = 0n;
  for (const { id } of game.prizes.tiers) {
    const row = rows.get(id);
    if (!row) return refuse('tier_missing', { path: 'rows', facts: { tier: id } });
    if (row.winners === 0n) continue;
    if (above && row.prizeCents > above.prizeCents && game.prizes.inversion.rule === 'merge')
      return refuse('tiers_not_monotone', { path: 'rows', facts: { lower: id, higher: above.tier } });
    above = row;
    paid += row.winners * row.prizeCents;
  }
  if (paid > table.availableCents)
    return refuse('prizes_exceed_fund', { path: 'availableCents', facts: { paid, available: table.availableCents } });
  return ok(table);
}
