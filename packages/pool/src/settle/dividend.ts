/**
 * The price of winning lines: from the fund and the winning stakes to dividends on the break step.
 *
 * Rule reference: pool.md, "Price methods". Settlements and probable dividends both come through here, so a probable is what
 * would be paid. Dividends are cents for `perCents` of stake, stake included.
 *
 * Examples (pool.md): single 158,188.66 / 23,872 → 6.6265… → 6.60; profit split of 80 with 10, 8, 2 on the placed →
 * 3.00, 3.50, 11.00; equal share of 80,000 with 20,000 and 10,000 → 2.00, 4.00.
 */
import { type Cents, cents, divideToStep, max, type Rational } from '@valira/money';
import type { PoolDefinition } from '../definition/pool-definition.ts';

/** A price per unit of stake. Not reduced: it is divided once and shown rarely. */
export type Price = { readonly n: bigint; readonly d: bigint };

export type LineStakes = { readonly stakes: Rational; readonly parts: bigint };

export type PoolMoney = {
  /** Stakes in the pool after refunds. */
  readonly grossCents: Cents;
  /** What is divided: net pool, carryover in and guarantee. */
  readonly fundCents: Cents;
  /** Part of the fund that was carried in; only `jra` shares it apart. */
  readonly carriedInCents: Cents;
};

type Rules = Pick<PoolDefinition, 'price' | 'dividend' | 'takeoutBps'>;

const onePrice = (fund: bigint, stakes: Rational): Price => ({ n: fund * stakes.d, d: stakes.n });

/** Σ stakes over a common denominator. */
function totalStakes(lines: readonly LineStakes[]): Rational {
  let n = 0n;
  let d = 1n;
  for (const { stakes } of lines) {
    if (stakes.d === d) n += stakes.n;
    else {
      n = n * stakes.d + stakes.n * d;
      d *= stakes.d;
    }
  }
  return { n, d };
}

/** How several winning lines share: the method itself, or the dead-heat rule of `single` and `net`. */
export function splitRule({ method, deadHeat }: PoolDefinition['price']): 'profit-split' | 'equal-share' | 'single-price' | 'jra' {
  if (method === 'profit-split' || method === 'france') return 'profit-split';
  if (method === 'equal-share' || method === 'jra') return method;
  return method === 'tiered' ? 'single-price' : deadHeat;
}

/** Exact prices of lines that all have stakes on them, in their order. */
function exactPrices(rules: Rules, money: PoolMoney, lines: readonly LineStakes[]): Price[] {
  const fund = money.fundCents;
  const rule = splitRule(rules.price);
  const [only] = lines;
  if (only && lines.length === 1 && rule !== 'jra') return [onePrice(fund, only.stakes)];
  const winning = totalStakes(lines);
  const parts = lines.reduce((sum, line) => sum + line.parts, 0n);
  if (rule === 'jra') {
    const count = BigInt(lines.length);
    const back = 10_000n - BigInt(rules.takeoutBps);
    const losing = money.grossCents * winning.d - winning.n;
    // ((W + D/P)·R + A/P) / W with D over the denominator of ΣW.
    return lines.map(({ stakes }) => ({
      n: (stakes.n * count * winning.d + losing * stakes.d) * back + money.carriedInCents * 10_000n * winning.d * stakes.d,
      d: count * winning.d * 10_000n * stakes.n,
    }));
  }
  // A net pool gives stakes back less takeout: p = R + ((N − R·ΣW)/k)/W, which is base·(1 − t) with one source.
  const [backN, backD] = rules.price.method === 'net' ? [10_000n - BigInt(rules.takeoutBps), 10_000n] : [1n, 1n];
  const profit = fund * winning.d * backD - winning.n * backN;
  // Without profit there is nothing to split: every line has the same share of the fund, and the minimum decides.
  if (rule === 'single-price' || (rule === 'profit-split' && profit < 0n)) return lines.map(() => onePrice(fund, winning));
  return lines.map((line) => {
    const { stakes } = line;
    if (rule === 'equal-share') return { n: fund * line.parts * stakes.d, d: parts * stakes.n };
    const over = winning.d * backD * parts * stakes.n;
    return { n: winning.d * backN * parts * stakes.n + profit * line.parts * stakes.d, d: over };
  });
}

export type Dividends = {
  /** Per line, cents for `perCents`. */
  readonly dividends: readonly Cents[];
  readonly exact: readonly Price[];
  /** Whether the minimum raised a dividend. */
  readonly raised: boolean;
};

/** A price for `perCents` on the break step. */
const onStep = ({ perCents, breakStepCents, rounding }: Rules['dividend'], { n, d }: Price): bigint =>
  divideToStep(n * perCents, d, breakStepCents, rounding);

/** Prices on the break step and not below the minimum. */
export function dividendsOf(rules: Rules, money: PoolMoney, lines: readonly LineStakes[]): Dividends {
  const { minimumCents } = rules.dividend;
  const exact = exactPrices(rules, money, lines);
  let raised = false;
  const dividends = exact.map((price) => {
    const rounded = onStep(rules.dividend, price);
    if (rounded >= minimumCents) return cents(rounded);
    raised = true;
    return minimumCents;
  });
  return { dividends, exact, raised };
}

/** The dividend of a line that wins alone: `dividendsOf` for one line, without its lists. */
export function dividendAlone(rules: Rules, money: PoolMoney, line: LineStakes): Cents {
  if (rules.price.method === 'jra') return dividendsOf(rules, money, [line]).dividends[0] ?? rules.dividend.minimumCents;
  return max(cents(onStep(rules.dividend, onePrice(money.fundCents, line.stakes))), rules.dividend.minimumCents);
}
