import type { Odds } from '../../api/wire.ts';

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
