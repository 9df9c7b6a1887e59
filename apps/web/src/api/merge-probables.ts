/**
 * A pushed update joined to what the page already shows.
 *
 * Updates carry stakes and dividends; the share of the pool follows from the stakes, and the previous dividend is the one that was shown until now.
 * Example: 7.00 of 18.00 is a share of 3,888 basis points, rounded down.
 */
import type { Probables } from './wire.ts';

type Selection = Probables['selections'][number];

export type ProbablesUpdate = Omit<Probables, 'selections'> & {
  readonly selections: readonly Pick<Selection, 'combination' | 'stakesCents' | 'dividendCents'>[];
};

const nameOf = ({ combination }: Pick<Selection, 'combination'>): string => combination.join('-');

export function mergeProbables(earlier: Probables | undefined, update: ProbablesUpdate): Probables {
  const gross = BigInt(update.grossCents);
  const shown = new Map(earlier?.selections.map((selection) => [nameOf(selection), selection]));
  return {
    ...update,
    selections: update.selections.map((selection) => {
      const before = shown.get(nameOf(selection));
      const changed = before !== undefined && before.dividendCents !== selection.dividendCents;
      return {
        ...selection,
        shareBps: gross === 0n ? 0 : Number((BigInt(selection.stakesCents) * 10_000n) / gross),
        previousDividendCents: changed ? before.dividendCents : (before?.previousDividendCents ?? null),
      };
    }),
  };
}
