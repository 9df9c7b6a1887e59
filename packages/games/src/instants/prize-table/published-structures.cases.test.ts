/**
 * Published prize structures of New York: each is written as a plain table, imported, and its odds must come out as published. Games whose
 * published odds follow another count are listed here with their reason.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { instantOdds } from '../definition/instant-odds.ts';
import { importPrizeTable, prizeFund } from './import-prize-table.ts';
import { publishedOdds } from './published-odds.ts';

type Game = {
  readonly game: number;
  readonly price_usd: number;
  readonly overall_odds_1_in: string;
  readonly tickets: number;
  readonly tiers_fitting: number;
  readonly tiers_total: number;
  readonly overall_fits: boolean;
  readonly payout_share: number;
  readonly tiers: readonly {
    readonly prize_usd: number;
    readonly odds_1_in: string;
    readonly prizes_total: number;
    readonly paid: number;
    readonly remaining: number;
  }[];
};

const copies = join(dirname(fileURLToPath(import.meta.url)), '../../testing/cases');

function publishedGames(): Game[] {
  const path = join(process.env.CASES_DIR ?? copies, 'us_ny_scratch', 'games.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Game[]) : [];
}

const fromPlan = 'odds printed from the plan, the counts were changed slightly afterwards';
const otherCount = 'the overall odds count free-ticket or doubled tiers in another way';
const reasons: Readonly<Record<number, string>> = {
  ...Object.fromEntries([1464, 1603, 1607, 1610, 1613, 1618, 1552, 1632].map((game) => [game, fromPlan])),
  ...Object.fromEntries([1624, 1453, 1628, 1574].map((game) => [game, otherCount])),
};

/** A free ticket may be listed without an amount: it is worth its price. */
const prizeOf = (prize: number, price: number): string => (prize > 0 ? prize : price).toFixed(2);

/** "4.10" and "4.1" are the same published figure. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

describe('New York scratch-off games', () => {
  it('have every tier odds and overall odds as published, the listed games apart, and each exactly as often as the source says', () => {
    const games = publishedGames();
    if (process.env.CASES_DIR === undefined) expect(games.length).toBeGreaterThan(50);
    let tiers = 0;
    let exact = 0;
    let whole = 0;
    const explained: string[] = [];
    const unexplained: string[] = [];
    for (const row of games) {
      const text = [
        `price,${row.price_usd.toFixed(2)}`,
        `tickets,${row.tickets}`,
        'prize,count',
        ...row.tiers.map((tier) => `${prizeOf(tier.prize_usd, row.price_usd)},${tier.prizes_total}`),
      ].join('\n');
      const table = expectOk(importPrizeTable(text, 'csv', 'USD'));
      const odds = instantOdds(table);
      let fitting = 0;
      row.tiers.forEach((tier, i) => {
        tiers += 1;
        expect(tier.paid + tier.remaining).toBe(tier.prizes_total);
        const computed = publishedOdds(odds.tiers[i]?.oneIn ?? { n: 0n, d: 1n });
        if (computed === plain(tier.odds_1_in)) fitting += 1;
        else {
          const line = `game ${row.game} tier ${i + 1}: published ${tier.odds_1_in}, computed ${computed}`;
          if (reasons[row.game] === fromPlan) explained.push(`${line}: ${fromPlan}`);
          else unexplained.push(line);
        }
      });
      exact += fitting;
      const overall = publishedOdds(odds.overallOneIn) === plain(row.overall_odds_1_in);
      if (!overall) {
        const line = `game ${row.game} overall: published ${row.overall_odds_1_in}, computed ${publishedOdds(odds.overallOneIn)}`;
        if (reasons[row.game] === undefined) unexplained.push(line);
        else explained.push(`${line}: ${reasons[row.game]}`);
      }
      if (overall && fitting === row.tiers.length) whole += 1;
      // No listed game is excused for more than the source found in it.
      expect([row.game, fitting, overall]).toEqual([row.game, row.tiers_fitting, row.overall_fits]);
      if (row.tiers.some(({ prize_usd: prize }) => prize === 0)) continue;
      const share = Number((prizeFund(table) * 1_000_000n) / (BigInt(row.tickets) * table.priceCents)) / 1_000_000;
      expect(Math.abs(share - row.payout_share)).toBeLessThan(0.000_051);
    }
    console.log(
      `us_ny_scratch: ${games.length} games, ${whole} in full; ${tiers} tier odds, ${exact} exact; ${explained.length} explained, ${unexplained.length} unexplained`,
    );
    for (const line of explained) console.log(`  ${line}`);
    expect(unexplained).toEqual([]);
  });
});
