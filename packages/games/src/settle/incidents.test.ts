/** Public incidents of draw games that this package answers for; the numbers are those of the collection of incidents. */
import { amount, cents, convert, parseDecimal } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { parseResult } from '../match/draw-result.ts';
import { ticketMatcher } from '../match/ticket-matcher.ts';
import { cims645 } from '../templates/cims-645.ts';
import { game } from '../testing/sample-games.ts';
import { encodeLines } from '../ticket/packed-lines.ts';
import { parseTicket } from '../ticket/parse-ticket.ts';
import { checkPrizeTable, type PrizeTable, type UsualRange } from './check-prize-table.ts';
import { settleDraw } from './settle-draw.ts';

const cims = game('matrix', cims645);

describe('R09: cents multiplied where they should have been divided', () => {
  const usual: UsualRange = { 5: { lowCents: cents(400_00n), highCents: cents(4_000_00n) } };
  const table = (change: Partial<PrizeTable>, fifth = 1_056_00n): PrizeTable => ({
    currency: 'EUR',
    availableCents: cents(500_000_00n),
    rows: [
      { tier: '6', winners: 0n, prizeCents: cents(0n) },
      { tier: '5-bonus', winners: 1n, prizeCents: cents(25_000_00n) },
      { tier: '5', winners: 28n, prizeCents: cents(fifth) },
      { tier: '4', winners: 1365n, prizeCents: cents(50_00n) },
      { tier: '3', winners: 22_441n, prizeCents: cents(5_00n) },
    ],
    ...change,
  });

  it('converts 1,056 euro cents at 11.85 to 12,513 øre', () => {
    expect(convert(amount('EUR', 1_056n), 'NOK', parseDecimal('11.85'), 'down').minor).toBe(12_513n);
  });

  it('lets a right table pass and refuses one in another currency', () => {
    expect(checkPrizeTable(cims, table({}), usual).ok).toBe(true);
    expect(checkPrizeTable(cims, table({ currency: 'NOK' }), usual)).toMatchObject({ code: 'currency_mismatch' });
  });

  it('refuses prizes a hundred times too high or too low before publication', () => {
    expect(checkPrizeTable(cims, table({}, 105_600_00n), usual)).toMatchObject({ code: 'prize_out_of_range', path: 'rows.2.prizeCents' });
    expect(checkPrizeTable(cims, table({}, 10_56n), usual)).toMatchObject({ code: 'prize_out_of_range', path: 'rows.2.prizeCents' });
  });

  it('refuses a table whose prizes exceed the fund, fall below a promise, rise from tier to tier or miss a tier', () => {
    expect(checkPrizeTable(cims, table({ availableCents: cents(200_000_00n) }), usual)).toMatchObject({ code: 'prizes_exceed_fund' });
    const rows = table({}).rows;
    const change = (tier: string, prizeCents: bigint) =>
      table({ rows: rows.map((row) => (row.tier === tier ? { ...row, prizeCents: cents(prizeCents) } : row)) });
    expect(checkPrizeTable(cims, change('3', 4_00n), usual)).toMatchObject({ code: 'fixed_prize_differs' });
    expect(checkPrizeTable(cims, change('5-bonus', 900_00n), usual)).toMatchObject({ code: 'tiers_not_monotone' });
    expect(checkPrizeTable(cims, table({ rows: rows.slice(1) }), usual)).toMatchObject({ code: 'tier_missing' });
    expect(checkPrizeTable(cims, table({ rows: [...rows, ...rows.slice(0, 1)] }), usual)).toMatchObject({ code: 'tier_repeated' });
    expect(checkPrizeTable(cims, table({ rows: [{ tier: '7', winners: 0n, prizeCents: cents(0n) }] }), usual)).toMatchObject({
      code: 'unknown_tier',
    });
    expect(checkPrizeTable(cims, table({ rows: rows.map((row) => ({ ...row, winners: -1n })) }), usual)).toMatchObject({
      code: 'negative_amount',
    });
  });
});

describe('R15: numbers of a side draw entered for the main draw', () => {
  it('are refused where they cannot be numbers of the main draw', () => {
    expect(parseResult(cims, { panels: { main: [9, 29, 51, 53, 61, 2] }, bonuses: { bonus: [1] } })).toMatchObject({
      code: 'number_out_of_range',
      path: 'panels.main.2',
    });
  });
});

describe('R16: odd-looking but right', () => {
  it('accepts consecutive numbers and numbers in arithmetic order: nothing is filtered', () => {
    for (const main of [
      [5, 6, 7, 8, 9, 10],
      [9, 18, 27, 36, 45, 1],
    ]) {
      expect(parseResult(cims, { panels: { main }, bonuses: { bonus: [44] } }).ok).toBe(true);
      expect(parseTicket(cims, { entries: [{ picks: { main } }] }).ok).toBe(true);
    }
  });

  it('settles 433 winners of one jackpot in one go, to the cent', () => {
    const packed = encodeLines(cims, expectOk(parseTicket(cims, { entries: [{ picks: { main: [9, 18, 27, 36, 45, 1] } }] })).main);
    const matcher = ticketMatcher(
      cims,
      expectOk(parseResult(cims, { panels: { main: [9, 18, 27, 36, 45, 1] }, bonuses: { bonus: [44] } })),
    );
    const totals = new Float64Array(matcher.tiers.length);
    for (let ticket = 0; ticket < 433; ticket += 1) matcher.add(packed, totals);
    const winners = Object.fromEntries(matcher.tiers.map((tier, index) => [tier, BigInt(totals[index] ?? 0)]));
    const settlement = expectOk(settleDraw(cims, { stakesCents: cents(0n), winners, carriedInCents: { 6: cents(4_000_000_00n) } }));
    expect(settlement.tiers[0]?.prizeCents).toBe(9_237_87n);
    expect(settlement.accountsCents.reserve).toBe(4_000_000_00n - 433n * 9_237_87n);
  });
});
