/**
 * One pool from several sources with their own takeouts: net pool pricing of commingled betting.
 *
 *   N = Σ G_s·(1−t_s) · w_i = Σ W_si·(1−t_s) · base_i = 1 + ((N−Σw)/k)/w_i · p_si = base_i·(1−t_s), rounded per source
 *
 * Breakage stays with its source. What a source must receive from or give to the others is worked out before rounding and
 * sums to zero.
 *
 * Example (pool.md D1): 100,000 with 20,000 winning at 17 %, and 50,000 with 5,000 at 20 %: N 123,000, w 20,600, base 5.970874;
 * dividends 4.90 and 4.70; the second gives the first 16,116.50; breakage 1,116.50 and 383.50.
 */
import { assertConserved, basisPoints, type Cents, cents, divide, divideToStep, max, type Rational, shareOf, ZERO } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { PoolDefinition } from '../definition/pool-definition.ts';

export type NetSource = {
  readonly sourceId: string;
  readonly takeoutBps: number;
  /** In the source's own currency, as its winning stakes. */
  readonly grossCents: Cents;
  /** Money beyond stakes that the source brings into the fund: carried in, guarantee. */
  readonly addedCents: Cents;
  /** Host minor units for one minor unit of the source; 1 where both have the same currency. */
  readonly rate: Rational;
  /** Stakes on each winning line, in cents; the same lines in the same order for every source. */
  readonly winning: readonly Rational[];
  readonly dividend: Pick<PoolDefinition['dividend'], 'perCents' | 'breakStepCents' | 'minimumCents'>;
};

export type NetSettlement = {
  readonly sourceId: string;
  readonly takeoutCents: Cents;
  /** Stakes less takeout, and what was added. */
  readonly netCents: Cents;
  /** Per line, for the source's own `perCents`. */
  readonly dividends: readonly Cents[];
  /** What the source's tickets receive, exact stakes × dividends, rounded down once. */
  readonly paidCents: Cents;
  /** Positive: receives from the other sources. In host currency, where positions sum to zero. */
  readonly positionHostCents: Cents;
  /** The same in the source's currency. */
  readonly positionCents: Cents;
  /** The source pays its own minimum dividend. */
  readonly minimumTopUp: Cents;
  readonly breakageCents: Cents;
};

const takeoutOf = ({ grossCents, takeoutBps }: NetSource): Cents => shareOf(grossCents, basisPoints(takeoutBps), 'down');

const back = (source: NetSource): bigint => 10_000n - BigInt(source.takeoutBps);

type Base = { readonly n: bigint; readonly d: bigint };

/** Base price of each line in net money; null where no source has stakes. */
function basePrices(
  net: Base,
  sources: readonly NetSource[],
  lines: number,
  split: 'profit-split' | 'equal-share' | 'single-price',
): (Base | null)[] {
  const onLine = Array.from({ length: lines }, (_, i) => {
    let n = 0n;
    let d = 1n;
    for (const source of sources) {
      const stake = source.winning[i] ?? { n: 0n, d: 1n };
      const over = stake.d * 10_000n * source.rate.d;
      n = n * over + stake.n * back(source) * source.rate.n * d;
      d *= over;
    }
    return { n, d };
  });
  const covered = onLine.filter((w) => w.n > 0n);
  const count = BigInt(covered.length);
  const all = covered.reduce((sum, w) => ({ n: sum.n * w.d + w.n * sum.d, d: sum.d * w.d }), { n: 0n, d: 1n });
  const profit = { n: net.n * all.d - all.n * net.d, d: all.d * net.d };
  return onLine.map((w) => {
    if (w.n === 0n) return null;
    if (split === 'equal-share') return { n: net.n * w.d, d: net.d * count * w.n };
    if (split === 'single-price' || profit.n < 0n || count === 1n) return { n: net.n * all.d, d: net.d * all.n };
    return { n: count * w.n * profit.d + profit.n * w.d, d: count * w.n * profit.d };
  });
}

/**
 * Prices and settlement positions of all sources. Refused when nobody in any source holds a winning line: the definition's
 * cascade then decides for the merged pool.
 */
export function settleNet(
  sources: readonly NetSource[],
  split: 'profit-split' | 'equal-share' | 'single-price',
): Outcome<readonly NetSettlement[], 'no_winning_stakes' | 'lines_differ' | 'takeout_invalid'> {
  const lines = sources[0]?.winning.length ?? 0;
  const differs = sources.findIndex((source) => source.winning.length !== lines);
  if (differs >= 0) return refuse('lines_differ', { path: `${differs}.winning` });
  const untaken = sources.findIndex((source) => source.takeoutBps < 0 || source.takeoutBps >= 10_000);
  if (untaken >= 0) return refuse('takeout_invalid', { path: `${untaken}.takeoutBps` });
  const nets = sources.map((source) => cents(source.grossCents - takeoutOf(source) + source.addedCents));
  const net = nets.reduce<Base>(
    (sum, amount, i) => {
      const rate = sources[i]?.rate ?? { n: 1n, d: 1n };
      return { n: sum.n * rate.d + amount * rate.n * sum.d, d: sum.d * rate.d };
    },
    { n: 0n, d: 1n },
  );
  const bases = basePrices(net, sources, lines, split);
  if (bases.every((base) => base === null)) return refuse('no_winning_stakes');

  // What each source's tickets are worth before rounding; together exactly the net pool.
  const worth = sources.map((source) =>
    bases.reduce<Base>(
      (sum, base, i) => {
        const stake = source.winning[i];
        if (!base || !stake || stake.n === 0n) return sum;
        const d = stake.d * base.d * 10_000n;
        return { n: sum.n * d + stake.n * base.n * back(source) * sum.d, d: sum.d * d };
      },
      { n: 0n, d: 1n },
    ),
  );
  const positions = zeroSum(
    worth.map((amount, i) => {
      const { rate } = sources[i] ?? { rate: { n: 1n, d: 1n } };
      return { n: (amount.n - (nets[i] ?? ZERO) * amount.d) * rate.n, d: amount.d * rate.d };
    }),
  );
  const settled = sources.map((source, i) => settleSource(source, bases, nets[i] ?? ZERO, positions[i] ?? ZERO));
  for (const [i, one] of settled.entries()) {
    assertConserved(
      `net pool of ${one.sourceId}`,
      {
        stakes: sources[i]?.grossCents ?? ZERO,
        added: sources[i]?.addedCents ?? ZERO,
        position: one.positionCents,
        minimum: one.minimumTopUp,
      },
      { paid: one.paidCents, takeout: one.takeoutCents, breakage: one.breakageCents },
    );
  }
  assertConserved('positions of a merged pool', { positions: settled.reduce((sum, one) => sum + one.positionHostCents, 0n) }, { none: 0n });
  return ok(settled);
}

/** Whole cents that sum to zero: each exact amount down, then a cent each to the largest remainders, ties to the earlier source. */
function zeroSum(exact: readonly Base[]): Cents[] {
  const parts = exact.map(({ n, d }) => divide(n, d, 'down'));
  let left = -parts.reduce((sum, part) => sum + part, 0n);
  const order = exact
    .map(({ n, d }, index) => ({ index, n: n - (parts[index] ?? 0n) * d, d }))
    .sort((a, b) => (a.n * b.d === b.n * a.d ? a.index - b.index : a.n * b.d > b.n * a.d ? -1 : 1));
  for (const { index } of order) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map((part) => cents(part));
}

function settleSource(source: NetSource, bases: readonly (Base | null)[], netCents: Cents, positionHostCents: Cents): NetSettlement {
  const { perCents, breakStepCents, minimumCents } = source.dividend;
  let paidN = 0n;
  let paidD = 1n;
  const dividends = bases.map((base, i) => {
    const stake = source.winning[i];
    if (!base || !stake || stake.n === 0n) return ZERO;
    const rounded = divideToStep(base.n * back(source) * perCents, base.d * 10_000n, breakStepCents, 'down');
    const dividend = max(cents(rounded), minimumCents);
    paidN = paidN * stake.d * perCents + stake.n * dividend * paidD;
    paidD *= stake.d * perCents;
    return dividend;
  });
  const paidCents = cents(divide(paidN, paidD, 'down'));
  const positionCents = cents(divide(positionHostCents * source.rate.d, source.rate.n, 'down'));
  const due = cents(netCents + positionCents);
  const minimumTopUp = max(ZERO, cents(paidCents - due));
  return {
    sourceId: source.sourceId,
    takeoutCents: takeoutOf(source),
    netCents,
    dividends,
    paidCents,
    positionHostCents,
    positionCents,
    minimumTopUp,
    breakageCents: cents(due + minimumTopUp - paidCents),
  };
}
