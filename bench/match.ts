/**
 * Matching of 10 million 6/49 entries against one draw with a bonus number, tiers counted.
 *
 * Baseline: one line at a time with arrays (a part of the lines, scaled). Ceiling: a bare scan of the same two mask columns that
 * only counts hits. Ours: the column matcher on single lines, and on a mix in which every tenth entry is a system 12.
 * Bounded: about half a minute.
 */
import { expectOk } from '@valira/outcome';
import {
  cims645,
  columnMatcher,
  type EntryColumns,
  type GameDefinitionJson,
  type MatrixPart,
  parseGameDefinition,
  parseResult,
} from '../packages/games/src/index.ts';

const entries = 10_000_000;
const rounds = 5;

const json = { ...cims645, id: 'bench-649', panels: [{ id: 'main', from: 49, choose: 6, maxPicks: 12 }] } as GameDefinitionJson;
const parsed = expectOk(parseGameDefinition(json));
if (parsed.family !== 'matrix') throw new Error('not a matrix game');
const game: MatrixPart = parsed;
const drawn = [4, 11, 17, 32, 33, 49];
const bonus = 25;
const result = expectOk(parseResult(parsed, { panels: { main: drawn }, bonuses: { bonus: [bonus] } }));
if (result.family !== 'matrix') throw new Error('not a matrix result');
const [round] = result.rounds;
if (!round) throw new Error('a result without a round');

/** xorshift32: the lines need spread, not secrecy. */
let state = 2_463_534_242;
const below = (bound: number): number => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
};

function randomEntries(systemEvery: number): EntryColumns {
  const columns = { low: new Uint32Array(entries), high: new Uint32Array(entries) };
  for (let i = 0; i < entries; i += 1) {
    const size = systemEvery > 0 && i % systemEvery === 0 ? 12 : 6;
    let low = 0;
    let high = 0;
    for (let picked = 0; picked < size; ) {
      const bit = below(49);
      const known = bit < 32 ? low & (1 << bit) : high & (1 << (bit - 32));
      if (known !== 0) continue;
      if (bit < 32) low |= 1 << bit;
      else high |= 1 << (bit - 32);
      picked += 1;
    }
    columns.low[i] = low >>> 0;
    columns.high[i] = high >>> 0;
  }
  return columns;
}

const maskOf = (numbers: readonly number[]): [number, number] => {
  let low = 0;
  let high = 0;
  for (const number of numbers) {
    if (number <= 32) low |= 1 << (number - 1);
    else high |= 1 << (number - 33);
  }
  return [low, high];
};

/** The least that any matcher does: two masks, two counts of bits, one histogram of hits. */
function bareScan({ low, high }: EntryColumns): Uint32Array {
  const [a, b] = maskOf(drawn);
  const hits = new Uint32Array(16);
  for (let i = 0; i < low.length; i += 1) {
    let x = (low[i] ?? 0) & a;
    let y = (high[i] ?? 0) & b;
    x -= (x >>> 1) & 0x55555555;
    y -= (y >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333) + (y & 0x33333333) + ((y >>> 2) & 0x33333333);
    const count = Math.imul((x & 0x0f0f0f0f) + ((x >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
    hits[count] = (hits[count] ?? 0) + 1;
  }
  return hits;
}

function median(run: () => void): number {
  run();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return times[Math.floor(rounds / 2)] ?? 0;
}

const lines = randomEntries(0);
const arrays = Array.from({ length: 500_000 }, (_, i) => {
  const numbers: number[] = [];
  for (let bit = 0; bit < 49; bit += 1) {
    const set = bit < 32 ? (lines.low[i] ?? 0) & (1 << bit) : (lines.high[i] ?? 0) & (1 << (bit - 32));
    if (set !== 0) numbers.push(bit + 1);
  }
  return numbers;
});

const arrayTiers = new Map<string, number>();
const baselineMs =
  (median(() => {
    arrayTiers.clear();
    for (const line of arrays) {
      const hits = line.filter((number) => drawn.includes(number)).length;
      const key = hits === 5 && line.includes(bonus) ? '5+' : String(hits);
      arrayTiers.set(key, (arrayTiers.get(key) ?? 0) + 1);
    }
  }) *
    entries) /
  arrays.length;
const ceilingMs = median(() => bareScan(lines));
const rssBefore = process.memoryUsage().rss;
let totals: Float64Array = new Float64Array();
const linesMs = median(() => {
  const matcher = columnMatcher(game, round, { systems: false });
  matcher.count(lines, 0, entries);
  totals = matcher.totals();
});
const grownMb = Math.max(0, process.memoryUsage().rss - rssBefore) / 1e6;
const hits = bareScan(lines);
const agree = totals[0] === hits[6] && (totals[1] ?? 0) + (totals[2] ?? 0) === hits[5] && totals[3] === hits[4] && totals[4] === hits[3];
if (!agree) throw new Error('matcher and bare scan disagree');

const mixed = randomEntries(10);
const systemsMs = median(() => {
  const matcher = columnMatcher(game, round, { systems: true });
  matcher.count(mixed, 0, entries);
  matcher.totals();
});
const singlesAsSystemsMs = median(() => {
  const matcher = columnMatcher(game, round, { systems: true });
  matcher.count(lines, 0, entries);
  matcher.totals();
});

const perSecond = (ms: number): number => Math.round((entries / ms) * 1000);
const show = (name: string, ms: number): string =>
  `${name.padEnd(52)} ${(perSecond(ms) / 1e6).toFixed(1).padStart(8)} M/s ${ms.toFixed(0).padStart(7)} ms`;
console.log(`10 M 6/49 entries, median of ${rounds}`);
console.log(show('baseline: arrays, one line at a time (scaled)', baselineMs));
console.log(show('ceiling: bare mask scan', ceilingMs));
console.log(show('column matcher, lines, bonus and tiers', linesMs));
console.log(show('column matcher for systems, single lines only', singlesAsSystemsMs));
console.log(show('column matcher for systems, every tenth a system 12', systemsMs));
console.log(
  `a mix with systems costs ${(systemsMs / singlesAsSystemsMs).toFixed(2)} × the same pass over single lines; memory grown by ${grownMb.toFixed(0)} MB`,
);
console.log(
  JSON.stringify({
    bench: 'match',
    perSecond: perSecond(linesMs),
    baselinePerSecond: perSecond(baselineMs),
    ceilingPerSecond: perSecond(ceilingMs),
    ratioToBaseline: Number((baselineMs / linesMs).toFixed(2)),
    ratioToCeiling: Number((ceilingMs / linesMs).toFixed(2)),
    systemsPerSecond: perSecond(systemsMs),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
