/**
 * Whether something that can be seen tells winners from losers: counts of winners and losers by a visible value, compared as a whole.
 *
 * A chance of about 1 in 10^15 (eight standard deviations) is the limit: over the thousands of comparisons of an audit a sound run does not
 * reach it, and a run that leaks one ticket in a hundred goes far past it. Example: of 60,000 tickets a fifth wins; if one of six scenes came
 * a tenth more often on winners, the score would be about 15.
 */
export type TellTale = {
  /** winners and losers by value: [2 × value + (1 for a winner)]. */
  readonly counts: Uint32Array;
};

export const tellTale = (values: number): TellTale => ({ counts: new Uint32Array(2 * values) });

const limit = 8;
/** Values seen less often are put together: chi-square needs a handful in each cell. */
const fewest = 50;

/** The score in standard deviations; above `limit` the values tell. */
export function score({ counts }: TellTale): number {
  const cells: { all: number; won: number }[] = [];
  const rest = { all: 0, won: 0 };
  for (let i = 0; i < counts.length; i += 2) {
    const won = counts[i + 1] ?? 0;
    const all = won + (counts[i] ?? 0);
    if (all >= fewest) cells.push({ all, won });
    else {
      rest.all += all;
      rest.won += won;
    }
  }
  if (rest.all >= fewest) cells.push(rest);
  const all = cells.reduce((sum, cell) => sum + cell.all, 0);
  const won = cells.reduce((sum, cell) => sum + cell.won, 0);
  const share = won / all;
  if (cells.length < 2 || won === 0 || won === all || all * share * (1 - share) < 100) return 0;
  const value = cells.reduce((sum, cell) => sum + (cell.won - cell.all * share) ** 2 / (cell.all * share * (1 - share)), 0);
  const degrees = cells.length - 1;
  // Wilson and Hilferty: the cube root of chi-square over its degrees is nearly normal.
  return (Math.cbrt(value / degrees) - (1 - 2 / (9 * degrees))) / Math.sqrt(2 / (9 * degrees));
}

export const tells = (table: TellTale): boolean => score(table) > limit;
