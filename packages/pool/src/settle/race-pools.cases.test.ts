/**
 * Published dividends of real pools, reproduced by the engine with operators' rules as definitions only.
 * Each family prints: rows, prizes, exact, explained, unexplained.
 */
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { probableTable } from '../book/probables.ts';
import { caseJson, hasFamily, hundredths } from '../testing/case-files.ts';
import { CaseTally } from '../testing/case-tally.ts';
import { bookOf, closeBook, definition, dividends, finished, poolOn, settled, straight } from '../testing/definitions.ts';
import { stakesForOdds } from '../testing/stakes-for-odds.ts';
import { settle } from './settle.ts';
import type { Settlement } from './settlement.ts';

/** Nothing unexplained, and rows of every family that is there: the copies of this package hold all. */
function finish(tally: CaseTally): void {
  tally.print();
  if (process.env.CASES_DIR === undefined || hasFamily(tally.family)) expect(tally.rows).toBeGreaterThan(0);
  expect(tally.unexplained).toEqual([]);
}

const carrySame = (id: string) => ({ to: 'carry' as const, tier: id });
const toOperator = { to: 'operator' as const };

/** A column with the first `right` marks right (outcome 1) and the others wrong. */
const column = (right: number, legs: number) => Array.from({ length: legs }, (_, i) => (i < right ? 1 : 2));

describe('ATG, games over several legs', () => {
  const schema = z.array(
    z.object({
      pool: z.string(),
      bet: z.string(),
      turnover_ore: z.number(),
      tier_pools_ore: z.record(z.string(), z.number()).default({}),
      tiers: z
        .record(
          z.string(),
          z.object({
            systems: z.union([z.number(), z.string()]).optional(),
            payout: z.number().optional(),
            jackpot: z.boolean().optional(),
          }),
        )
        .default({}),
      legs: z.array(z.object({ leg: z.number(), systems_alive: z.union([z.string(), z.number()]), value_ore: z.number() })).default([]),
    }),
  );
  const truncated = 'winning systems are shown cut to a few figures; the figure fits within the last one shown';

  /** Whether some count within one of the last digit shown gives the published whole crowns. */
  function fitsShown(poolSek: bigint, shown: string, payoutSek: bigint): boolean {
    const digits = shown.split('.')[1]?.length ?? 0;
    const scale = 10n ** BigInt(digits);
    const count = BigInt(shown.replace('.', ''));
    return (poolSek * scale) / (count + 1n) <= payoutSek && (poolSek * scale) / (count - 1n) >= payoutSek;
  }

  it('splits turnover into tier funds and pays whole crowns a system', () => {
    const tally = new CaseTally('se_atg_vgames');
    for (const game of caseJson('se_atg_vgames', 'pools.json', schema) ?? []) {
      tally.rows += 1;
      const named = Object.keys(game.tier_pools_ore);
      // A pool that is known as a whole only has its top tier: all legs right.
      const ids = (named.length > 0 ? named : [game.bet.replace(/\D/g, '')]).sort((a, b) => Number(b) - Number(a));
      const legs = Number(ids[0]);
      const sek = (ore: number | undefined) => BigInt(ore ?? 0) / 100n;
      const [top = '', middle, bottom] = ids;
      const systems = (id: string) => String(game.tiers[id]?.systems ?? 0);
      const decimals = Math.max(0, ...ids.map((id) => systems(id).split('.')[1]?.length ?? 0));
      const unit = 10n ** BigInt(Math.max(1, decimals));
      // GS75 sends a part of the fund to its top tier before the split; only the tier funds tell how much.
      const special = game.bet === 'GS75' ? sek(game.tier_pools_ore[top]) - sek(game.tier_pools_ore[bottom ?? '']) : 0n;
      const takeoutBps = game.bet === 'V4' ? 2500 : 3500;
      const net = (sek(game.turnover_ore) * BigInt(10_000 - takeoutBps)) / 10_000n;
      const gross = special > 0n ? net - special : sek(game.turnover_ore);
      const rounding = { stepCents: '1', mode: 'down' as const, remainderTo: toOperator };
      const least = { amountCents: '15', otherwise: carrySame(top) };
      // One engine unit of money is one crown here: funds and payouts are whole crowns.
      const tierPlans = [
        {
          id: top,
          prize: middle ? { kind: 'remainder' as const } : { kind: 'shared' as const, share: '100%', of: 'fund' as const },
          rounding,
          empty: carrySame(top),
          minimum: least,
        },
        ...(middle
          ? [
              {
                id: middle,
                prize: { kind: 'shared' as const, share: '20%', of: 'fund' as const },
                rounding,
                empty: carrySame(top),
                minimum: least,
              },
            ]
          : []),
        ...(bottom
          ? [
              {
                id: bottom,
                prize: { kind: 'shared' as const, share: '50%', of: 'rest' as const },
                rounding,
                empty: carrySame(top),
                minimum: least,
              },
            ]
          : []),
      ];
      const pool = poolOn(
        definition({
          currency: 'SEK',
          bet: { type: 'pick', legs },
          price: { method: 'tiered' },
          takeoutBps: special > 0n ? 0 : takeoutBps,
          cascade: [{ step: 'carryover' }],
          carryover: { to: 'jackpot', capCents: null, mandatoryDates: [] },
          dividend: { perCents: unit.toString() },
          stake: { unitCents: unit.toString(), flexiMinimumBps: 1 },
          tiers: ids.map((id) => ({ id, correct: Number(id), plus: 'any', count: 'exactly', uniqueOnly: false })),
          prizePlan: { fund: { share: '100%', rounding: 'down' }, tiers: tierPlans, undividedTo: carrySame(top) },
        }),
        Array.from({ length: legs }, () => 15),
        { carriedIn: special > 0n ? { [top]: special.toString() } : {} },
      );
      const stakeOf = (shown: string) => {
        const [whole = '0', part = ''] = shown.split('.');
        return BigInt(whole) * unit + (part === '' ? 0n : BigInt(part) * 10n ** BigInt(Math.max(1, decimals) - part.length));
      };
      const winning = ids.map((id) => straight(column(Number(id), legs), stakeOf(systems(id)))).filter((sale) => sale.stakeCents > 0n);
      const rest = gross - winning.reduce((sum, sale) => sum + sale.stakeCents, 0n);
      const order = Array.from({ length: legs }, () => [[1], [2]]);
      const settlement: Settlement = settled(pool, [...winning, straight(column(0, legs), rest)], finished(...order));
      const paid = dividends(settlement);
      const lowPool = bottom ? (net - special - ((net - special) * 20n) / 100n) / 2n : 0n;
      const funds: Record<string, bigint> = { [top]: net - (middle ? ((net - special) * 20n) / 100n + lowPool : 0n) };
      if (middle) funds[middle] = ((net - special) * 20n) / 100n;
      if (bottom) funds[bottom] = lowPool;
      for (const id of ids) {
        const published = sek(game.tier_pools_ore[id]);
        if (published === 0n) continue;
        const odd = special > 0n && id === top ? 'GS75 adds to its top tier; the three tiers sum to 65 % within one crown' : null;
        tally.compare(`${game.pool} fund ${id}`, published, funds[id] ?? 0n, odd);
        const tier = game.tiers[id];
        if (!tier) continue;
        const payout = tier.jackpot ? 0n : sek(tier.payout);
        tally.compare(`${game.pool} payout ${id}`, payout, paid[id] ?? 0n, fitsShown(published, systems(id), payout) ? truncated : null);
      }
      for (const leg of game.legs) {
        const value = sek(leg.value_ore);
        const shown = String(leg.systems_alive);
        const alive = stakeOf(shown);
        const fund = sek(game.tier_pools_ore[top]);
        const legPool = poolOn(
          definition({ takeoutBps: 0, dividend: { perCents: '100', breakStepCents: '100' }, stake: { unitCents: '1' } }),
          [2],
        );
        // The value of a system that is still alive: the top fund over all that are, in whole crowns.
        const units = (alive * 100n) / unit;
        const scale = units > fund * 100n ? units : fund * 100n;
        const one = scale === units ? [straight([1], units)] : [straight([1], units), straight([2], fund * 100n - units)];
        const shownValue = (settled(legPool, one, finished([[1], [2]])).lines[0]?.dividendCents ?? 0n) / 100n;
        tally.compare(`${game.pool} leg ${leg.leg}`, value, shownValue, fitsShown(fund, shown, value) ? truncated : null);
      }
    }
    finish(tally);
  });
});

describe('ATG, win odds', () => {
  const schema = z.array(
    z.object({
      race: z.string(),
      winner: z.array(z.object({ n: z.number(), odds_c: z.number() })),
      runners: z.array(z.object({ n: z.number(), odds_c: z.number() })),
      scratched: z.array(z.number()),
    }),
  );

  it('prints the odds of every runner from stakes in their proportion, and pays the winner what the odds say', () => {
    const tally = new CaseTally('se_atg_win_odds');
    for (const race of caseJson('se_atg_win_odds', 'races.json', schema) ?? []) {
      tally.rows += 1;
      // The nominal return is 85 %; one share between 84.939 % and 84.956 % fits every race.
      const rules = definition({
        currency: 'SEK',
        takeoutBps: 1505,
        price: { deadHeat: 'equal-share' },
        stake: { unitCents: '100', flexiMinimumBps: 1 },
      });
      const numbers = [...race.runners.map((runner) => runner.n), ...race.scratched];
      const pool = poolOn(rules, [], {
        legs: [{ id: race.race, runners: numbers.toSorted((a, b) => a - b).map((number) => ({ number, starters: 1 })) }],
      });
      const stakes = stakesForOdds(
        race.runners.map((runner) => BigInt(runner.odds_c)),
        1n,
        10n ** 12n,
        1505n,
      );
      if (stakes === null) {
        tally.unexplained.push(`${race.race}: no stakes give these odds`);
        continue;
      }
      const book = bookOf(
        pool,
        race.runners.map((runner, i) => straight([runner.n], stakes[i] ?? 1n)),
      );
      for (const number of race.scratched)
        expectOk(book.append({ kind: 'scratched', leg: 0, runner: number, atMs: 1, by: 'a', confirmedBy: 'b' }));
      const shown = new Map(probableTable(book).map((row) => [row.combination[0], row.least]));
      for (const runner of race.runners) tally.compare(`${race.race} no. ${runner.n}`, BigInt(runner.odds_c), shown.get(runner.n) ?? 0n);
      const order = [race.winner.map((winner) => winner.n)];
      const paid = dividends(expectOk(settle(closeBook(book), finished(order))));
      for (const winner of race.winner) {
        // Published dividends of dead heats are halved already.
        tally.compare(
          `${race.race} winner ${winner.n}`,
          BigInt(winner.odds_c) /
            (race.winner.length > 1 && winner.odds_c === race.runners.find((one) => one.n === winner.n)?.odds_c ? 2n : 1n),
          paid[String(winner.n)] ?? 0n,
        );
      }
    }
    finish(tally);
  });
});

describe('Rikstoto, one race', () => {
  const placeSchema = z.object({
    place: z.object({
      places: z.number(),
      runners: z.array(z.object({ n: z.number(), min_odds: z.string(), max_odds: z.string(), example_stake: z.number() })),
    }),
    win: z.object({ runners: z.array(z.object({ n: z.number(), odds: z.string() })) }),
  });

  it('shows all place ranges from one set of stakes, and all win odds', () => {
    const tally = new CaseTally('no_rikstoto_odds');
    const race = caseJson('no_rikstoto_odds', 'place_and_win.json', placeSchema);
    if (race) {
      const { place, win } = race;
      tally.rows += place.runners.length + win.runners.length;
      const rules = definition({
        currency: 'NOK',
        bet: { type: 'place', places: [{ declared: 5, paid: place.places }] },
        price: { method: 'profit-split' },
        stake: { flexiMinimumBps: 1 },
      });
      const book = bookOf(
        poolOn(rules, [place.runners.length]),
        place.runners.map((runner) => straight([runner.n], BigInt(runner.example_stake))),
      );
      const shown = new Map(probableTable(book).map((row) => [row.combination[0], row]));
      for (const runner of place.runners) {
        tally.compare(`place ${runner.n} least`, hundredths(runner.min_odds), shown.get(runner.n)?.least ?? 0n);
        tally.compare(`place ${runner.n} most`, hundredths(runner.max_odds), shown.get(runner.n)?.most ?? 0n);
      }
      compareOdds(
        tally,
        'win',
        { type: 'win' },
        2000,
        win.runners.map((runner) => ({ combination: [runner.n], odds: hundredths(runner.odds) })),
        win.runners.length,
      );
    }
    const pairs = pairOdds(caseJson('no_rikstoto_odds', 'tvilling.json', z.unknown()));
    if (pairs.length > 0) {
      tally.rows += pairs.length;
      compareOdds(tally, 'tvilling', { type: 'quinella' }, 2500, pairs, Math.max(...pairs.flatMap((pair) => pair.combination)));
    }
    finish(tally);
  });

  type Odds = { readonly combination: number[]; readonly odds: bigint };

  function compareOdds(
    tally: CaseTally,
    name: string,
    bet: { type: 'win' } | { type: 'quinella' },
    takeoutBps: number,
    odds: readonly Odds[],
    runners: number,
  ): void {
    // Odds of 0.00 mean that nobody has the combination.
    const backed = odds.filter((one) => one.odds > 0n);
    const stakes = stakesForOdds(
      backed.map((one) => one.odds),
      1n,
      10n ** 12n,
      BigInt(takeoutBps),
    );
    if (stakes === null) {
      tally.unexplained.push(`${name}: no stakes give these odds`);
      return;
    }
    const rules = definition({ currency: 'NOK', bet, takeoutBps, stake: { flexiMinimumBps: 1 } });
    const book = bookOf(
      poolOn(rules, [runners]),
      backed.map((one, i) => straight(one.combination, stakes[i] ?? 1n)),
    );
    const shown = new Map(probableTable(book).map((row) => [row.combination.join('-'), row.least]));
    for (const one of odds)
      tally.compare(`${name} ${one.combination}`, one.odds, shown.get(one.combination.toSorted((a, b) => a - b).join('-')) ?? 0n);
  }

  const isOdds = (value: unknown): value is string | number =>
    (typeof value === 'string' || typeof value === 'number') && /^\d+(\.\d+)?$/.test(String(value));

  /** The two runners that an entry names: in a list, as "1-2", or in its first two whole numbers. */
  function pairOf(entry: readonly unknown[]): number[] {
    for (const value of entry) {
      const listed = Array.isArray(value)
        ? value.map(Number)
        : typeof value === 'string' && /^\d+-\d+$/.test(value)
          ? value.split('-').map(Number)
          : [];
      if (listed.length === 2) return listed;
    }
    return entry.filter((value): value is number => typeof value === 'number' && Number.isInteger(value)).slice(0, 2);
  }

  /** Pairs with odds anywhere in the file: entries with `odds` and two runners, or odds under the name "1-2". */
  function pairOdds(json: unknown): Odds[] {
    if (Array.isArray(json)) return json.flatMap(pairOdds);
    if (typeof json !== 'object' || json === null) return [];
    if ('odds' in json && isOdds(json.odds)) {
      const combination = pairOf(Object.entries(json).flatMap(([name, value]) => (name === 'odds' ? [] : [value])));
      return combination.length === 2 ? [{ combination, odds: hundredths(String(json.odds)) }] : [];
    }
    return Object.entries(json).flatMap(([name, value]) =>
      /^\d+-\d+$/.test(name) && isOdds(value)
        ? [{ combination: name.split('-').map(Number), odds: hundredths(String(value)) }]
        : pairOdds(value),
    );
  }
});

describe('Arapahoe Park, official chart', () => {
  const schema = z.array(
    z.object({
      race: z.number(),
      finish_order_odds_to_1: z.array(z.string()),
      payoffs_2usd: z.array(z.object({ program: z.string(), payoffs: z.array(z.string()) })),
      exotics: z.array(
        z.object({
          bet: z.string(),
          base_usd: z.string(),
          combination: z.string(),
          payoff_usd: z.string(),
          pool_usd: z.number(),
          integer_candidates: z.array(z.number()),
        }),
      ),
    }),
  );
  const bets = {
    Exacta: { type: 'exacta' },
    Quinella: { type: 'quinella' },
    Trifecta: { type: 'trifecta' },
    Superfecta: { type: 'superfecta' },
    'Daily Double': { type: 'double' },
  } as const;
  const dime = { perCents: '100', breakStepCents: '10' };

  it('pays exotics from the published pool and a whole number of winning dollars, and every runner its odds', () => {
    const tally = new CaseTally('us_arapahoe_chart');
    for (const race of caseJson('us_arapahoe_chart', 'races.json', schema) ?? []) {
      tally.rows += 1;
      // Win: finishers in their order carry numbers 1, 2, 3…; takeout between 18.7 and 19.6 % fits all races.
      const odds = race.finish_order_odds_to_1.map((one) => hundredths(one) + 100n);
      const stakes = stakesForOdds(odds, 10n, 10n ** 12n, 1900n);
      if (stakes === null) tally.unexplained.push(`race ${race.race}: no stakes give these odds`);
      else {
        const rules = definition({ currency: 'USD', takeoutBps: 1900, dividend: dime, stake: { flexiMinimumBps: 1 } });
        const book = bookOf(
          poolOn(rules, [odds.length]),
          stakes.map((stake, i) => straight([i + 1], stake)),
        );
        probableTable(book).forEach((row, i) => {
          tally.compare(`race ${race.race} odds ${i + 1}`, odds[i] ?? 0n, row.least);
        });
        const paid = dividends(expectOk(settle(closeBook(book), finished([[1], [2]]))));
        tally.compare(`race ${race.race} win`, hundredths(race.payoffs_2usd[0]?.payoffs[0] ?? '0'), 2n * (paid['1'] ?? 0n));
      }
      for (const exotic of race.exotics) {
        const bet = bets[exotic.bet as keyof typeof bets];
        if (!bet) continue;
        const labels = exotic.combination.split('-');
        // "ALL" stands for fewer places picked: the others may be anything, because nobody had them right.
        const named = labels.filter((label) => label !== 'ALL').length;
        const overLegs = bet.type === 'double';
        const numbers = labels.map((_, i) => (overLegs ? 1 : i + 1));
        const partial = named < labels.length;
        const rules = definition({
          currency: 'USD',
          bet,
          takeoutBps: 2500,
          dividend: dime,
          stake: { unitCents: '50', flexiMinimumBps: 1 },
          ...(partial
            ? { cascade: [{ step: 'places-right' as const, places: numbers.slice(0, named) }, { step: 'refund' as const }] }
            : {}),
        });
        const pool = poolOn(rules, overLegs ? [9, 9] : [9]);
        const gross = BigInt(exotic.pool_usd) * 100n;
        const where = `race ${race.race} ${exotic.bet}`;
        const published = hundredths(exotic.payoff_usd);
        if (exotic.integer_candidates.length === 0) {
          tally.compare(
            where,
            published,
            0n,
            'no whole number of winning dollars gives the payoff: refunds or half units in the printed pool',
          );
          continue;
        }
        const mark = partial ? [...numbers.slice(0, named), ...labels.slice(named).map((_, i) => 9 - i)] : numbers;
        const other = overLegs ? [9, 9] : numbers.map((number) => number + 5 - (number > 4 ? 5 : 0));
        const result = overLegs ? finished([[1], [2]], [[1], [2]]) : finished([1, 2, 3, 4, 5].map((number) => [number]));
        const base = hundredths(exotic.base_usd);
        // The pool is printed in whole dollars, so it may lie half a dollar off.
        const payoffs = exotic.integer_candidates.flatMap((candidate) =>
          [0n, -50n, 50n].map((off) => {
            const winning = BigInt(candidate) * 100n;
            const losing = gross + off - winning;
            return (
              ((settled(pool, [straight(mark, winning), straight(other, losing)], result).lines[0]?.dividendCents ?? 0n) * base) / 100n
            );
          }),
        );
        tally.compare(where, published, payoffs.find((payoff) => payoff === published) ?? payoffs[0] ?? 0n);
      }
    }
    finish(tally);
  });
});
