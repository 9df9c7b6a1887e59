import type { Odds, Product } from '../../api/wire.ts';

/**
 * N of "1 in N", rounded to the nearest whole from ten on and to one decimal below; the wire carries the exact fraction.
 * 13,983,816/1 is 13983816, 2,330,636/42 is 55491.
 */
export function oneIn(odds: Odds): number {
  const a = BigInt(odds.n);
  const b = BigInt(odds.d);
  const [large, small] = a > b ? [a, b] : [b, a];
  if (small === 0n) return 0;
  const tenths = (large * 20n + small) / (small * 2n);
  return tenths >= 100n ? Number((large * 2n + small) / (small * 2n)) : Number(tenths) / 10;
}

/** Share of all stakes that returns as prizes, in per cent without the sign ("50"); null where the definition does not say. */
export function returnedShare(product: Product): string | null {
  const { definition } = product;
  if ('takeoutBps' in definition) return String((10_000 - definition.takeoutBps) / 100);
  return definition.prizes?.fund?.share.replace('%', '').trim() ?? null;
}
