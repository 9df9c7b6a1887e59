import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { importPrizeTable, prizeFund } from './import-prize-table.ts';
import { publishedOdds } from './published-odds.ts';

const csv = `# a plain table
price,2.00
tickets,120000
prize,count,odds
"10000.00",1,ignored
20.00x5,100,
5.00+5.00,2000,
2,12000,
`;

describe('a plain prize table', () => {
  it('is read from CSV and from JSON alike, with parts and multipliers, to the cent', () => {
    const table = expectOk(importPrizeTable(csv, 'csv', 'EUR'));
    expect(table.tiers).toEqual([
      { id: '1', partsCents: [1_000_000n], multiplier: 1, count: 1 },
      { id: '2', partsCents: [2_000n], multiplier: 5, count: 100 },
      { id: '3', partsCents: [500n, 500n], multiplier: 1, count: 2_000 },
      { id: '4', partsCents: [200n], multiplier: 1, count: 12_000 },
    ]);
    expect(prizeFund(table)).toBe(1_000_000n + 1_000_000n + 2_000_000n + 2_400_000n);
    const json = JSON.stringify({
      price: '2',
      tickets: 120_000,
      prizes: [
        { prize: '10000.00', count: 1 },
        { prize: '20.00x5', count: 100 },
        { prize: '5.00+5.00', count: 2_000 },
        { prize: '2.00', count: 12_000 },
      ],
    });
    expect(expectOk(importPrizeTable(json, 'json', 'EUR'))).toEqual(table);
  });

  it.each([
    ['price,2.5\ntickets,10\nprize,count\n1,1', 'price', 'amount_invalid'],
    ['price,2\ntickets,10\nprize,count\n1,0', 'line 4', 'count_invalid'],
    ['price,2\ntickets,10\nprize,count\n1,11', 'prizes', 'more_prizes_than_tickets'],
    ['price,2\ntickets,ten\nprize,count\n1,1', 'line 2', 'tickets_invalid'],
    ['price,2\nprize,count\n1,1', 'tickets', 'tickets_missing'],
    ['price,2\ntickets,10\nprize,count\n-1,1', 'prizes.0', 'amount_invalid'],
    ['price,2\ntickets,10\nprize,count\n1x0,1', 'prizes.0', 'multiplier_invalid'],
    ['price,2\ntickets,10\nhello', 'line 3', 'line_unknown'],
    ['price,2\ntickets,10', 'prizes', 'prizes_missing'],
  ])('is refused with its line and reason: %j', (text, path, reason) => {
    expect(importPrizeTable(text, 'csv', 'EUR')).toMatchObject({ ok: false, code: 'prize_table_invalid', path, facts: { reason } });
  });

  it('has its odds printed as lotteries do', () => {
    expect(publishedOdds({ n: 18_033_650n, d: 631_319n })).toBe('28.57');
    expect(publishedOdds({ n: 100n, d: 1n })).toBe('100');
    expect(publishedOdds({ n: 41n, d: 10n })).toBe('4.1');
    expect(publishedOdds({ n: 3_609_120n, d: 1n })).toBe('3609120');
  });
});
