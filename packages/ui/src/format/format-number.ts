/** Counts, percentages and odds. Percentages come as whole basis points: 5,500 is 55 %. */
export const formatCount = (count: number | bigint, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 0 }).format(count);

export const formatBps = (bps: number, locale: string, digits = 2): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(bps / 10_000);

/**
 * Dividend for a stake of one unit, from minor units per unit: 190n is `1,90`. Written without the currency sign, as on a
 * tote board; the column head says what one unit is.
 */
export const formatDividend = (minorPerUnit: bigint, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' }).format(
    `${minorPerUnit / 100n}.${(minorPerUnit % 100n).toString().padStart(2, '0')}` as `${number}`,
  );

/** A figure with at most one decimal: the N of "1 in N". */
export const formatDecimal = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 1 }).format(value);
