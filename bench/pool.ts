/**
 * Live probables and settlement of pari-mutuel pools: a card of 10 races × 20 runners, all single-race bets and rolling doubles.
 *
 * Refresh: 2,000 new bets go into the books, then every table up to the exacta and the double is worked out. Baseline: the same
 * tables from all rows, tickets written out, plain numbers. A million bets are eight minutes of sales at 2,000 a second. Queries: trifecta, superfecta and pick-6 combinations one by one. Settlement: one
 * trifecta pool of a million tickets, dividends and the payout of every ticket.
 * Bounded: about a minute and a half.
 */
import { performance } from 'node:perf_hooks';
import { type Cents, cents } from '../packages/money/src/index.ts';
import { expectOk } from '../packages/outcome/src/index.ts';
import {
  openPool,
  type Pool,
  PoolBook,
  type PoolDefinitionJson,
  parsePoolDefinition,
  parseTicket,
  payoutOf,
  poolDefinitionToJson,
  probable,
  probableTable,
  type SelectionsJson,
  settle,
  type Ticket,
} from '../packages/pool/src/index.ts';

const races = 10;
const runners = 20;
const preloaded = 1_000_000;
const batch = 2_000;
const refreshes = 25;
const million = 1_000_000;

/** xorshift32: the bets need spread, not secrecy. */
let state = 2_463_534_242;
const below = (bound: number): number => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
};

const base: PoolDefinitionJson = {
  schema: 1,
  id: 'bench',
  version: 1,
  effectiveFrom: '2026-01-01T00:00:00Z',
  currency: 'EUR',
  bet: { type: 'win' },
  price: { method: 'single', deadHeat: 'profit-split', placeShares: 'alike', coupledFinish: 'moves-up' },
  takeoutBps: 3000,
  fundStepCents: '1',
  dividend: { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '110', shortfall: { paidBy: 'operator' } },
  cascade: [{ step: 'refund' }],
  scratch: 'refund',
  voidLegs: { first: 'all-win', later: 'all-win', refundAbove: 9, consolations: 'kept' },
  guarantee: null,
  carryover: null,
  tiers: [],
  prizePlan: null,
  stake: { unitCents: '10', minimumCents: '10', maximumCents: '100000000', maximumCombinations: 10_000_000, flexiMinimumBps: null },
  reducedSystems: [],
  payoutCapCents: null,
};

const places = [
  { declared: 5, paid: 2 },
  { declared: 8, paid: 3 },
];
const split = { ...base.price, method: 'profit-split' as const };
const single: readonly [string, Partial<PoolDefinitionJson>][] = [
  ['win', {}],
  ['place', { bet: { type: 'place', places }, price: split }],
  ['show', { bet: { type: 'show', places }, price: split }],
  ['quinella', { bet: { type: 'quinella' } }],
  ['swinger', { bet: { type: 'swinger', ofFirst: 3 }, price: { ...base.price, method: 'equal-share' } }],
  ['exacta', { bet: { type: 'exacta' } }],
  ['trio', { bet: { type: 'trio' } }],
  ['trifecta', { bet: { type: 'trifecta' } }],
  ['superfecta', { bet: { type: 'superfecta' } }],
];

const field = Array.from({ length: runners }, (_, i) => ({ number: i + 1, starters: 1 }));

function open(changes: Partial<PoolDefinitionJson>, legs: number, poolId: string): Pool {
  const definition = expectOk(parsePoolDefinition({ ...base, ...changes }));
  const card = { poolId, meeting: 'bench', businessDate: '2026-11-30', carriedIn: {}, event: null };
  return expectOk(openPool(definition, { ...card, legs: Array.from({ length: legs }, (_, i) => ({ id: `${i}`, runners: field })) }));
}

/** Runners near 1 are backed more: the square of a uniform draw. */
const pick = (): number => 1 + Math.floor((below(1_000) * below(1_000)) / (1_000_000 / runners));

function distinct(count: number): number[] {
  const chosen: number[] = [];
  while (chosen.length < count) {
    const runner = pick();
    if (!chosen.includes(runner)) chosen.push(runner);
  }
  return chosen;
}

/** Seven in ten are straight, the rest boxes, bankers and wheels. */
function selectionsFor(pool: Pool): SelectionsJson {
  const { bet } = pool.definition;
  const legs = pool.legs.length;
  if (legs > 1) return { form: 'legs', legs: Array.from({ length: legs }, () => distinct(below(10) < 7 ? 1 : 3)) };
  const size =
    { win: 1, place: 1, show: 1, quinella: 2, swinger: 2, exacta: 2, trio: 3, trifecta: 3, superfecta: 4 }[bet.type as 'win'] ?? 1;
  const form = below(10);
  if (form < 7 || size === 1) return { form: 'straight', runners: distinct(size) };
  if (form === 7) return { form: 'box', runners: distinct(size + 2) };
  const chosen = distinct(size + 3);
  if (form === 8) return { form: 'banker', bankers: chosen.slice(0, 1), partners: chosen.slice(1) };
  return { form: 'wheel', places: Array.from({ length: size }, (_, i) => (i === 0 ? chosen.slice(0, 1) : chosen.slice(1))) };
}

function ticketFor(pool: Pool): Ticket {
  const selections = selectionsFor(pool);
  const first = parseTicket(pool, { selections, stakeCents: '100000000' });
  const combinations = first.ok ? first.value.combinations : Number(first.facts.combinations);
  return expectOk(parseTicket(pool, { selections, stakeCents: String(combinations * 10 * (1 + below(50))) }));
}

type Bet = { readonly at: number; readonly ticket: Ticket };

const pools: Pool[] = [];
for (let race = 0; race < races; race += 1) {
  for (const [name, changes] of single) pools.push(open(changes, 1, `${name}-${race + 1}`));
  if (race + 1 < races) pools.push(open({ bet: { type: 'double' } }, 2, `double-${race + 1}`));
}
pools.push(open({ bet: { type: 'pick', legs: 6 } }, 6, 'pick-6'));
const randomBet = (): Bet => {
  const at = below(pools.length);
  const pool = pools[at];
  if (!pool) throw new Error('no pool');
  return { at, ticket: ticketFor(pool) };
};

const books = pools.map((pool) => new PoolBook(pool));
let betId = 0;
const sellTo = (book: PoolBook | undefined, ticket: Ticket): void => {
  betId += 1;
  if (book) expectOk(book.append({ kind: 'bet', betId: String(betId), ticket, acceptedAtMs: 0 }));
};
const sell = ({ at, ticket }: Bet): void => sellTo(books[at], ticket);
const eager = books.filter((book) => book.index.isDense);

const rows: Bet[] = Array.from({ length: preloaded }, randomBet);
for (const row of rows) sell(row);

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

// Refresh: bets in, all tables up to the exacta out.
const refreshMs: number[] = [];
/** Processor time of the same: what a machine that is busy with other things does not blur. */
const refreshCpuMs: number[] = [];
let cells = 0;
for (let round = 0; round < refreshes + 5; round += 1) {
  const fresh = Array.from({ length: batch }, randomBet);
  rows.push(...fresh);
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (const bet of fresh) sell(bet);
  cells = 0;
  for (const book of eager) cells += probableTable(book).length;
  if (round < 5) continue;
  refreshMs.push(performance.now() - start);
  const used = process.cpuUsage(cpu);
  refreshCpuMs.push((used.user + used.system) / 1_000);
}

/** Baseline: the tables from all rows. Tickets are written out into combinations, then each is priced. */
function fromRows(): number {
  const stakes = books.map(() => new Map<string, number>());
  const gross = books.map(() => 0n);
  for (const { at, ticket } of rows) {
    const book = books[at];
    const map = stakes[at];
    if (!book?.index.isDense || !map) continue;
    gross[at] = (gross[at] ?? 0n) + ticket.stakeCents;
    const each = Number(ticket.stakeCents) / ticket.combinations;
    for (const key of written(book, ticket)) map.set(key, (map.get(key) ?? 0) + each);
  }
  let priced = 0;
  stakes.forEach((map, at) => {
    const bet = pools[at]?.definition.bet;
    if (!bet) return;
    const net = Number((gross[at] ?? 0n) * 7n) / 10;
    for (const [key, stake] of map) {
      const range =
        bet.type === 'place' || bet.type === 'show'
          ? placeRange(map, key, stake, net)
          : bet.type === 'swinger'
            ? swingerRange(map, key, stake, net)
            : [net / stake];
      if (range.every((price) => price > 0)) priced += 1;
    }
  });
  return priced;
}

/** Least and most that a placed runner pays, three places, profit split. */
function placeRange(map: ReadonlyMap<string, number>, key: string, stake: number, net: number): number[] {
  const others = [...map].filter(([other]) => other !== key).map(([, one]) => one);
  others.sort((a, b) => a - b);
  const price = (companions: number[]) => 1 + (net - stake - companions.reduce((sum, one) => sum + one, 0)) / 3 / stake;
  return [price(others.slice(-2)), price(others.slice(0, 2))];
}

/** Least and most that a pair pays, equal share over the three pairs of the placed. */
function swingerRange(map: ReadonlyMap<string, number>, key: string, stake: number, net: number): number[] {
  const [a = 0, b = 0] = key.split('-').map(Number);
  const on = (x: number, y: number) => map.get(x < y ? `${x}-${y}` : `${y}-${x}`) ?? 0;
  const prices = field
    .filter(({ number }) => number !== a && number !== b)
    .map(({ number }) => net / (1 + (on(a, number) > 0 ? 1 : 0) + (on(b, number) > 0 ? 1 : 0)) / stake);
  return [Math.min(...prices), Math.max(...prices)];
}

function written({ pool }: PoolBook, { selections }: Ticket): string[] {
  const list = (set: { low: number; high: number }) => field.map(({ number }) => number).filter((number) => set.low & (1 << (number - 1)));
  const pairs = (a: number[], b: number[], ordered: boolean, legs: boolean) =>
    a.flatMap((x) => b.filter((y) => legs || x !== y).map((y) => (ordered || legs || x < y ? `${x}-${y}` : `${y}-${x}`)));
  const ordered = pool.definition.bet.type === 'exacta';
  switch (selections.form) {
    case 'straight':
      return [selections.runners.join('-')];
    case 'box':
      return [...new Set(pairs(list(selections.runners), list(selections.runners), ordered, false))];
    case 'banker':
      return [
        ...pairs(list(selections.bankers), list(selections.partners), ordered, false),
        ...(ordered ? pairs(list(selections.partners), list(selections.bankers), true, false) : []),
      ];
    case 'wheel':
      return [
        ...new Set(
          pairs(list(selections.places[0] ?? { low: 0, high: 0 }), list(selections.places[1] ?? { low: 0, high: 0 }), ordered, false),
        ),
      ];
    default:
      return pairs(list(selections.legs[0] ?? { low: 0, high: 0 }), list(selections.legs[1] ?? { low: 0, high: 0 }), true, true);
  }
}

const baselineMs: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const start = performance.now();
  fromRows();
  baselineMs.push(performance.now() - start);
}

// Queries of combinations that are not in a table.
const queryMs: number[] = [];
const compressed = books.filter((book) => !book.index.isDense);
for (let i = 0; i < 20_000; i += 1) {
  const book = compressed[i % compressed.length];
  if (!book) continue;
  const { bet } = book.pool.definition;
  const combination = bet.type === 'pick' ? Array.from({ length: 6 }, pick) : distinct(bet.type === 'superfecta' ? 4 : 3);
  const start = performance.now();
  probable(book, combination);
  queryMs.push(performance.now() - start);
}

// Settlement of a million tickets in one pool, every ticket paid.
const big = open({ bet: { type: 'trifecta' } }, 1, 'million');
const bigBook = new PoolBook(big);
const tickets: Ticket[] = [];
for (let i = 0; i < million; i += 1) {
  const ticket = ticketFor(big);
  tickets.push(ticket);
  sellTo(bigBook, ticket);
}
// Queries again where a million tickets lie in one pool.
const deepMs: number[] = [];
for (let i = 0; i < 2_000; i += 1) {
  const combination = distinct(3);
  const start = performance.now();
  probable(bigBook, combination);
  deepMs.push(performance.now() - start);
}
expectOk(bigBook.append({ kind: 'closed', stopBetAtMs: 1, source: 'official', by: 'bench' }));
const start = performance.now();
const settlement = expectOk(settle(bigBook, { meeting: 'bench', version: 1, legs: [{ kind: 'finish', order: [[2], [1, 3], [4], [5]] }] }));
const settledAt = performance.now();
let paid = 0n;
for (const ticket of tickets) paid += payoutOf(big, settlement, ticket).prizeCents;
const settleSeconds = (settledAt - start) / 1_000;
const paySeconds = (performance.now() - settledAt) / 1_000;
if (cents(paid) !== (settlement.accounts.paid satisfies Cents)) throw new Error('tickets and settlement disagree');
if (JSON.stringify(poolDefinitionToJson(big.definition)).length === 0) throw new Error('no definition');

const refresh = percentile(refreshMs, 0.5);
const baseline = percentile(baselineMs, 0.5);
const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
console.log(
  `card          ${races} races × ${runners} runners, ${pools.length} pools, ${rows.length} bets, ${cells} cells in eager tables`,
);
console.log(
  `refresh       p50 ${rounded(refresh)} ms, p99 ${rounded(percentile(refreshMs, 0.99))} ms, processor p50 ${rounded(percentile(refreshCpuMs, 0.5))} ms after ${batch} new bets (bar 50 ms)`,
);
console.log(`from rows     p50 ${rounded(baseline)} ms: ${rounded(baseline / refresh, 1)} × slower (bar 20 ×)`);
console.log(`query         p50 ${rounded(percentile(queryMs, 0.5), 4)} ms, p99 ${rounded(percentile(queryMs, 0.99), 3)} ms (bar 1 ms)`);
console.log(
  `query, 1 M    p50 ${rounded(percentile(deepMs, 0.5), 4)} ms, p99 ${rounded(percentile(deepMs, 0.99), 3)} ms in a pool of a million tickets`,
);
console.log(
  `settlement    ${rounded(settleSeconds)} s for 1 M tickets, every ticket paid in another ${rounded(paySeconds)} s (bar 5 s together)`,
);
console.log(
  JSON.stringify({
    bench: 'pool',
    perSecond: rounded(1_000 / refresh),
    baselinePerSecond: rounded(1_000 / baseline),
    ratioToBaseline: rounded(baseline / refresh, 1),
    refreshP50Ms: rounded(refresh),
    refreshCpuP50Ms: rounded(percentile(refreshCpuMs, 0.5)),
    refreshP99Ms: rounded(percentile(refreshMs, 0.99)),
    queryP99Ms: rounded(Math.max(percentile(queryMs, 0.99), percentile(deepMs, 0.99)), 3),
    settleSeconds: rounded(settleSeconds + paySeconds),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  }),
);
