import { cents, min } from '@valira/money';

/**
 * Stakes that a published list of odds implies: for each runner the least stake at which the pool still prints the odds, plus
 * what is left to make up the pool. Null when no stakes exist, that is when the net share lies outside the odds' band.
 */
export function stakesForOdds(oddsOnStep: readonly bigint[], step: bigint, gross: bigint, takeoutBps: bigint): bigint[] | null {
  const net = gross - (gross * takeoutBps) / 10_000n;
  // floor(net·100 / W) on the step equals the odds for every W in (net·100/(odds + step), net·100/odds].
  const least = oddsOnStep.map((odds) => (net * 100n) / (odds + step) + 1n);
  const most = oddsOnStep.map((odds) => (net * 100n) / odds);
  let left = gross - least.reduce((sum, stake) => sum + stake, 0n);
  if (left < 0n) return null;
  const stakes = least.map((stake, i) => {
    const room = (most[i] ?? stake) - stake;
    const more = min(cents(room), cents(left));
    left -= more;
    return stake + more;
  });
  return left === 0n ? stakes : null;
}
