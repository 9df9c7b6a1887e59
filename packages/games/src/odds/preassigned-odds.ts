/**
 * Exact chances of one fraction of a pre-assigned number, averaged over all numbers.
 *
 * Each extraction draws distinct values, each value wins a list of numbers, and extractions are independent of one another.
 * Example, Christmas: a fraction wins the first prize in 1 of 100,000; its expected prize is 70 % of its price; 15,304 prizes
 * per 100,000 numbers fall on fewer numbers than that, because one number may win several.
 */
import { addRational, multiplyRational, type Rational, rational, ratioOne, ratioZero, subtractRational } from '@valira/money';
import type { PreassignedPart } from '../definition/game-definition.ts';

type Win = PreassignedPart['wins'][number];
type Extraction = PreassignedPart['extractions'][number];

const power = (digits: number): bigint => 10n ** BigInt(digits);
const isWhole = (part: PreassignedPart, extraction: Extraction): boolean => extraction.digits === part.digits;
const valuesOf = (part: PreassignedPart, extraction: Extraction): bigint =>
  isWhole(part, extraction) ? BigInt(part.numbers) : power(extraction.digits);
const fractionChance = (part: PreassignedPart): Rational => rational(1n, BigInt(part.seriesCount) * BigInt(part.fractionCount));
const factor = (part: PreassignedPart, win: Win): Rational => (win.match.kind === 'fraction' ? fractionChance(part) : ratioOne);

/** Values of the extraction with which a given number is on the win's list. */
function listSize(part: PreassignedPart, extraction: Extraction, { match, exceptDrawn }: Win): bigint {
  const except = exceptDrawn && isWhole(part, extraction) ? 1n : 0n;
  switch (match.kind) {
    case 'number':
    case 'fraction':
      return 1n;
    case 'neighbour':
      return 2n;
    case 'block':
      return power(match.freeDigits) - except;
    case 'ending':
      return valuesOf(part, extraction) / power(match.digits) - except;
  }
}

/** As `listSize`, of two lists at once, on average over all numbers. */
function bothSize(part: PreassignedPart, extraction: Extraction, a: Win, b: Win): Rational {
  const kinds = [a.match.kind, b.match.kind];
  const except = isWhole(part, extraction) && ((listed(a) && a.exceptDrawn) || (listed(b) && b.exceptDrawn)) ? 1n : 0n;
  if (kinds.every((kind) => kind === 'number' || kind === 'fraction')) return ratioOne;
  if (kinds.every((kind) => kind === 'neighbour')) return rational(2n);
  const [first, second] = [a.match, b.match];
  if (kinds.includes('neighbour')) {
    const other = first.kind === 'neighbour' ? second : first;
    // A neighbour shares the block of the drawn number unless that lies at the edge, and never an ending.
    return other.kind === 'block' ? rational(2n * (power(other.freeDigits) - 1n), power(other.freeDigits)) : ratioZero;
  }
  if (kinds.some((kind) => kind === 'number' || kind === 'fraction')) return rational(1n - except);
  if (first.kind === 'block' && second.kind === 'block') return rational(power(Math.min(first.freeDigits, second.freeDigits)) - except);
  if (first.kind === 'ending' && second.kind === 'ending')
    return rational(valuesOf(part, extraction) / power(Math.max(first.digits, second.digits)) - except);
  const free = first.kind === 'block' ? first.freeDigits : second.kind === 'block' ? second.freeDigits : 0;
  const tail = first.kind === 'ending' ? first.digits : second.kind === 'ending' ? second.digits : 0;
  return rational(power(Math.max(free - tail, 0)) - except);
}

const listed = ({ match }: Win): boolean => match.kind === 'block' || match.kind === 'ending';

const extractionOf = (part: PreassignedPart, win: Win): Extraction => {
  const found = part.extractions.find(({ id }) => id === win.extraction);
  if (!found) throw new RangeError(`no extraction ${win.extraction}`);
  return found;
};

/** Expected number of times that a fraction wins `win` in one draw. */
export function expectedTimes(part: PreassignedPart, win: Win): Rational {
  const extraction = extractionOf(part, win);
  const times = rational(BigInt(extraction.count) * listSize(part, extraction, win), valuesOf(part, extraction));
  return multiplyRational(times, factor(part, win));
}

/** Expected product of the times that a fraction wins `a` and `b`. */
export function expectedProduct(part: PreassignedPart, a: Win, b: Win): Rational {
  if (a.extraction !== b.extraction) return multiplyRational(expectedTimes(part, a), expectedTimes(part, b));
  const extraction = extractionOf(part, a);
  const values = valuesOf(part, extraction);
  const count = BigInt(extraction.count);
  const common = bothSize(part, extraction, a, b);
  const sameFactor = a.match.kind === 'fraction' || b.match.kind === 'fraction' ? fractionChance(part) : ratioOne;
  const same = multiplyRational(rational(count * common.n, values * common.d), sameFactor);
  if (count === 1n) return same;
  const product = listSize(part, extraction, a) * listSize(part, extraction, b);
  const apart = subtractRational(rational(product), common);
  const pairs = multiplyRational(rational(count * (count - 1n), values * (values - 1n)), apart);
  return addRational(same, multiplyRational(pairs, multiplyRational(factor(part, a), factor(part, b))));
}

/** Values with which a number wins anything from an extraction; `edge` = it lies at the edge of the largest block. */
function winningValues(part: PreassignedPart, extraction: Extraction, edge: boolean): bigint {
  const wins = part.wins.filter((win) => win.extraction === extraction.id);
  const whole = isWhole(part, extraction);
  const free = Math.max(-1, ...wins.map(({ match }) => (match.kind === 'block' ? match.freeDigits : -1)));
  const tail = Math.min(...wins.map(({ match }) => (match.kind === 'ending' ? match.digits : Number.POSITIVE_INFINITY)));
  const block = free < 0 ? 0n : power(free);
  const ending = Number.isFinite(tail) ? valuesOf(part, extraction) / power(tail) : 0n;
  const both = block > 0n && ending > 0n ? power(Math.max(free - tail, 0)) : 0n;
  const neighbours = wins.some(({ match }) => match.kind === 'neighbour') ? (block === 0n ? 2n : edge ? 1n : 0n) : 0n;
  const self = wins.some((win) => win.match.kind === 'number' || (listed(win) && !(win.exceptDrawn && whole)));
  const selfCounted = block + ending > 0n;
  return block + ending - both + neighbours + (selfCounted ? (self ? 0n : -1n) : self ? 1n : 0n);
}

/** Chance that `count` distinct values out of `values` all miss `winning` of them. */
function missAll(values: bigint, winning: bigint, count: bigint): Rational {
  const [few, many] = winning < count ? [winning, count] : [count, winning];
  let misses = 1n;
  let all = 1n;
  for (let i = 0n; i < few; i += 1n) {
    misses *= values - many - i;
    all *= values - i;
  }
  return rational(misses, all);
}

/**
 * Shares of numbers by how many block sizes they lie at the edge of. Sizes are powers of ten, so a number at the edge of a larger
 * block is at the edge of every smaller one: of 1,000 numbers with blocks of 10 and 100, 800 lie at no edge, 180 at one, 20 at both.
 */
function edgeGroups(sizes: readonly bigint[]): { readonly edges: number; readonly share: Rational }[] {
  const ascending = [...new Set(sizes)].sort((x, y) => (x < y ? -1 : 1));
  const atEdge = (level: number): Rational => {
    const size = ascending[level - 1];
    return level === 0 ? ratioOne : size === undefined ? ratioZero : rational(2n, size);
  };
  return Array.from({ length: ascending.length + 1 }, (_, edges) => ({ edges, share: subtractRational(atEdge(edges), atEdge(edges + 1)) }));
}

/** Chance that a fraction wins anything. */
export function preassignedHit(part: PreassignedPart): Rational {
  const blockSize = (extraction: Extraction): bigint =>
    part.wins.reduce(
      (size, { extraction: id, match }) =>
        id === extraction.id && match.kind === 'block' && power(match.freeDigits) > size ? power(match.freeDigits) : size,
      0n,
    );
  const sizes = part.extractions.map(blockSize).filter((size) => size > 0n);
  const ascending = [...new Set(sizes)].sort((x, y) => (x < y ? -1 : 1));
  let miss = ratioZero;
  for (const { edges, share } of edgeGroups(sizes)) {
    let none = share;
    for (const extraction of part.extractions) {
      const level = ascending.indexOf(blockSize(extraction)) + 1;
      const winning = winningValues(part, extraction, level > 0 && level <= edges);
      none = multiplyRational(none, missAll(valuesOf(part, extraction), winning, BigInt(extraction.count)));
    }
    miss = addRational(miss, none);
  }
  return subtractRational(ratioOne, miss);
}

/** Prizes of one series and what they cost, as a printed list states them; single fractions apart. */
export function prizesPerSeries(part: PreassignedPart): { readonly prizes: Rational; readonly totalCents: Rational } {
  let prizes = ratioZero;
  let totalCents = ratioZero;
  for (const win of part.wins) {
    if (win.match.kind === 'fraction') continue;
    const { prize } = part.prizes.tiers.find(({ id }) => id === win.tier) ?? {};
    const numbers = multiplyRational(expectedTimes(part, win), rational(BigInt(part.numbers)));
    const perNumber = prize?.kind === 'fixed' ? prize.amountCents * BigInt(part.fractionCount) : 0n;
    prizes = addRational(prizes, numbers);
    totalCents = addRational(totalCents, multiplyRational(numbers, rational(perNumber)));
  }
  return { prizes, totalCents };
}
