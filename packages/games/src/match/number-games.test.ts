/** Digit bets, keno, pre-assigned numbers and raffle codes against enumeration and published lists. */
import { addRational, compareRational, rational, ratioZero, toDecimal } from '@valira/money';
import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DigitsPart, type GamePart, gameDefinition } from '../definition/game-definition.ts';
import { tierOdds } from '../odds/tier-odds.ts';
import { catalanTrio } from '../templates/catalan-games.ts';
import { cupon } from '../templates/cupon.ts';
import { keno } from '../templates/keno.ts';
import { loteriaNacional, loteriaNacionalChristmas } from '../templates/loteria-nacional.ts';
import { loto549 } from '../templates/loto-549.ts';
import { game } from '../testing/sample-games.ts';
import { seededBelow } from '../testing/seeded-below.ts';
import { issueTicket } from '../ticket/issue-ticket.ts';
import { encodeLines } from '../ticket/packed-lines.ts';
import { parseTicket, playOf } from '../ticket/parse-ticket.ts';
import type { Entry } from '../ticket/part-play.ts';
import { formatRaffleCode, parseRaffleCode } from '../ticket/raffle-code.ts';
import { digitWinWays } from './digit-classes.ts';
import { type PartResult, parseResult } from './draw-result.ts';
import { preassignedWins } from './number-matcher.ts';
import { randomResult } from './random-result.ts';
import { ticketMatcher } from './ticket-matcher.ts';

const pack = (part: GamePart, entry: Entry, units = 1) => encodeLines(part, playOf(part, units, [], [entry]));
const tiersWon = (part: GamePart, result: PartResult, entry: Entry, units = 1): Record<string, number> => {
  const matcher = ticketMatcher(part, result);
  const counts = expectOk(matcher.classify(pack(part, entry, units)));
  return Object.fromEntries(matcher.tiers.flatMap((tier, index) => ((counts[index] ?? 0) > 0 ? [[tier, counts[index] ?? 0]] : [])));
};
const digits = (text: string) => [...text].map(Number);

describe('three digits with repeats', { timeout: 60_000 }, () => {
  const trio = game('digits', catalanTrio);
  const drawn = (text: string): PartResult => expectOk(parseResult(trio, { digits: text }));

  it('pay in order, and in any order by how many orders the bet has', () => {
    expect(tiersWon(trio, drawn('427'), { bet: 'exact', digits: digits('427'), series: 0 })).toEqual({ exact: 1 });
    expect(tiersWon(trio, drawn('274'), { bet: 'exact', digits: digits('427'), series: 0 })).toEqual({});
    expect(tiersWon(trio, drawn('274'), { bet: 'any-order', digits: digits('427'), series: 0 })).toEqual({ 'six-orders': 1 });
    expect(tiersWon(trio, drawn('242'), { bet: 'any-order', digits: digits('422'), series: 0 }, 5)).toEqual({ 'three-orders': 5 });
  });

  it('sell no line that cannot win: three equal digits in any order are refused (incident R11)', () => {
    expect(parseTicket(trio, { entries: [{ bet: 'any-order', digits: '777' }] })).toMatchObject({
      code: 'bet_does_not_fit',
      path: 'entries.0.bet',
    });
    expect(parseTicket(trio, { entries: [{ bet: 'exact', digits: '777' }] }).ok).toBe(true);
  });

  it('reach all 1,000 outcomes, 28 % of them with a repeated digit (incident R11)', () => {
    const below = seededBelow(7);
    const seen = new Set<string>();
    for (let draw = 0; draw < 12_000; draw += 1) {
      const result = randomResult(trio, below);
      if (result.family === 'digits') seen.add(result.digits.join(''));
    }
    expect(seen.size).toBe(1000);
    expect([...seen].filter((text) => new Set(text).size < 3)).toHaveLength(280);
    // Thirty draws in a row without a repeat: (0.72)^30 = 0.0000525.
    expect(toDecimal(rational(72n ** 30n, 100n ** 30n), 7)).toBe('0.0000525');
  });

  it('state odds that enumeration of every draw confirms, for every bet', () => {
    for (const bet of ['exact', 'any-order']) {
      for (const text of ['427', '422', '222', '007']) {
        const counted = trio.wins.map(() => 0n);
        // Three equal digits have one order: not sold in any order, and never won.
        const sold = bet === 'exact' || text !== '222';
        for (let number = 0; sold && number < 1000; number += 1) {
          const result = drawn(String(number).padStart(3, '0'));
          trio.wins.forEach((win, index) => {
            if (win.bet === bet && tiersWon(trio, result, { bet, digits: digits(text), series: 0 })[win.tier])
              counted[index] = (counted[index] ?? 0n) + 1n;
          });
        }
        expect(digitWinWays(trio, bet, digits(text))).toEqual(counted);
      }
    }
  });
});

describe('a coupon with series', { timeout: 60_000 }, () => {
  const coupon = game('digits', cupon);
  const ticket: Entry = { bet: 'coupon', digits: digits('12345'), series: 7 };
  const drawn = (text: string, series: number): PartResult => expectOk(parseResult(coupon, { digits: text, series }));

  it('pays its best prize only', () => {
    expect(tiersWon(coupon, drawn('12345', 7), ticket)).toEqual({ series: 1 });
    expect(tiersWon(coupon, drawn('12345', 9), ticket)).toEqual({ 5: 1 });
    expect(tiersWon(coupon, drawn('92345', 7), ticket)).toEqual({ 4: 1 });
    expect(tiersWon(coupon, drawn('12349', 7), ticket)).toEqual({ 4: 1 });
    expect(tiersWon(coupon, drawn('99345', 7), ticket)).toEqual({ 3: 1 });
    expect(tiersWon(coupon, drawn('19995', 7), ticket)).toEqual({ 1: 1 });
    expect(tiersWon(coupon, drawn('99999', 7), ticket)).toEqual({});
  });

  it('has odds that enumeration of every number and series confirms', () => {
    const counted = coupon.wins.map(() => 0n);
    for (let number = 0; number < 100_000; number += 1) {
      const text = String(number).padStart(5, '0');
      for (const sameSeries of [true, false]) {
        const first = coupon.wins.findIndex(({ match }) => {
          if (match.series && !sameSeries) return false;
          if (match.kind === 'exact') return text === '12345';
          if (match.kind === 'first') return text.startsWith('12345'.slice(0, match.digits));
          return match.kind === 'last' && text.endsWith('12345'.slice(-match.digits));
        });
        if (first >= 0) counted[first] = (counted[first] ?? 0n) + (sameSeries ? 1n : BigInt(coupon.seriesCount - 1));
      }
    }
    expect(digitWinWays(coupon, 'coupon', digits('12345'))).toEqual(counted);
  });
});

describe('digits without repeats', () => {
  it('have odds that enumeration confirms', () => {
    const trio = game('digits', catalanTrio);
    const part: DigitsPart = {
      ...trio,
      repeats: 'forbidden',
      wins: [
        { tier: 'exact', bet: 'exact', group: 'line', match: { kind: 'exact', series: false } },
        { tier: 'six-orders', bet: 'exact', group: 'line', match: { kind: 'last', digits: 2, series: false } },
        { tier: 'three-orders', bet: 'exact', group: 'line', match: { kind: 'first', digits: 1, series: false } },
      ],
    };
    const counted = [0n, 0n, 0n];
    for (let number = 0; number < 1000; number += 1) {
      const text = String(number).padStart(3, '0');
      if (new Set(text).size < 3) continue;
      const index = text === '427' ? 0 : text.endsWith('27') ? 1 : text.startsWith('4') ? 2 : -1;
      if (index >= 0) counted[index] = (counted[index] ?? 0n) + 1n;
    }
    expect(digitWinWays(part, 'exact', digits('427'))).toEqual(counted);
  });
});

describe('keno', () => {
  const tenSpot = game('keno', keno);

  it('returns 48.77 % of stakes (games.md)', () => {
    const [bet] = tierOdds(tenSpot);
    let back = ratioZero;
    for (const { tier, probability } of bet?.odds ?? []) {
      const { prize } = tenSpot.prizes.tiers.find(({ id }) => id === tier) ?? {};
      if (prize?.kind === 'fixed') back = addRational(back, rational(probability.n * prize.amountCents, probability.d));
    }
    expect(toDecimal(back, 2)).toBe('48.77');
  });

  it('pays by hits, also for none', () => {
    const result = expectOk(parseResult(tenSpot, { numbers: Array.from({ length: 20 }, (_, i) => i + 1) }));
    const marks = (hits: number) => ({ marks: Array.from({ length: 10 }, (_, i) => (i < hits ? i + 1 : 61 + i)) });
    expect([0, 1, 4, 5, 9, 10].map((hits) => tiersWon(tenSpot, result, marks(hits)))).toEqual([
      { '10-0': 1 },
      {},
      {},
      { '10-5': 1 },
      { '10-9': 1 },
      { '10-10': 1 },
    ]);
  });
});

describe('the Christmas list', { timeout: 60_000 }, () => {
  const christmas = game('preassigned', loteriaNacionalChristmas);

  it('is 15,304 prizes and 14,000,000.00 per series, whatever is drawn (games.md)', () => {
    for (const seed of [1, 2, 3]) {
      const result = randomResult(christmas, seededBelow(seed));
      if (result.family !== 'preassigned') throw new Error('another family');
      const winsOf = preassignedWins(christmas, result);
      const amounts = christmas.wins.map(({ tier }) => {
        const { prize } = christmas.prizes.tiers.find(({ id }) => id === tier) ?? {};
        return prize?.kind === 'fixed' ? Number(prize.amountCents) : 0;
      });
      let prizes = 0;
      let paid = 0;
      for (let number = 0; number < christmas.numbers; number += 1) {
        winsOf(number, 1, 1).forEach((times, win) => {
          prizes += times;
          paid += times * (amounts[win] ?? 0);
        });
      }
      const perFraction = BigInt(paid);
      expect([prizes, perFraction * BigInt(christmas.fractionCount)]).toEqual([
        christmas.prizeList?.prizesPerSeries,
        christmas.prizeList?.totalPerSeriesCents,
      ]);
    }
  });

  it('adds several prizes on one number and keeps the main number out of its own lists', () => {
    const values = (count: number, from: number) => Array.from({ length: count }, (_, i) => String(from + i).padStart(5, '0'));
    const result = expectOk(
      parseResult(christmas, {
        extractions: {
          first: ['12347'],
          second: ['54321'],
          third: ['99999'],
          fourth: ['70000', '70001'],
          fifth: values(8, 80_000),
          minor: values(1794, 20_000),
        },
      }),
    );
    const won = (number: number) => tiersWon(christmas, result, { number, series: 5, fraction: 3 });
    expect(won(12_347)).toEqual({ first: 1 });
    expect(won(12_348)).toEqual({ 'first-neighbour': 1, hundred: 1 });
    expect(won(12_337)).toEqual({ hundred: 1, refund: 1 });
    expect(won(20_047)).toEqual({ minor: 1, ending: 1, refund: 1 });
    // The neighbours of 99999 are 99998 and 00000.
    expect(won(0)).toEqual({ 'third-neighbour': 1 });
    expect(won(70_001)).toEqual({ fourth: 1, hundred: 1 });
  });
});

describe('ordinary draws with short extractions', () => {
  it('give a number every ending it has', () => {
    const ordinary = game('preassigned', loteriaNacional);
    const result = expectOk(
      parseResult(ordinary, {
        extractions: {
          first: ['12345'],
          second: ['67890'],
          four: ['0001', '0002', '0003', '4444'],
          three: ['001', '444', '003', '004', '005', '006', '007', '008', '009', '010', '011'],
          two: ['44', '02', '03', '04', '05'],
          refunds: ['4', '9'],
        },
      }),
    );
    expect(tiersWon(ordinary, result, { number: 94_444, series: 1, fraction: 1 })).toEqual({ four: 1, three: 1, two: 1, refund: 1 });
  });
});

describe('raffle codes', () => {
  const loto = game('matrix', loto549);
  const [code] = loto.addOns;
  if (code?.family !== 'raffle') throw new Error('no raffle');

  it('have one printed form per number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2_599_999_999n }), (number) => {
        expect(parseRaffleCode(code, formatRaffleCode(code, number))).toBe(number);
      }),
    );
    expect(formatRaffleCode(code, 0n)).toBe('A00000000');
    expect(parseRaffleCode(code, 'a00000000')).toBeUndefined();
  });

  it('come with the ticket, one each, and the drawn ones win', () => {
    const ticket = expectOk(parseTicket(loto, { entries: [{ picks: { main: [1, 2, 3, 4, 5], lucky: [7] } }] }));
    let next = 41n;
    const issued = issueTicket(loto, ticket, { below: seededBelow(1), raffleCode: () => (next += 1n) });
    const play = issued.addOns.code;
    if (!play) throw new Error('no code on the ticket');
    expect(play.entries).toEqual([{ code: 42n }]);
    const result = expectOk(parseResult(code, { codes: { code: ['A00000042', 'B00000001'] } }));
    expect([...expectOk(ticketMatcher(code, result).classify(encodeLines(code, play)))]).toEqual([1]);
    expect(parseResult(code, { codes: { code: ['A00000042', 'A00000042'] } })).toMatchObject({ code: 'number_duplicated' });
  });
});

describe('odds', () => {
  it('are never above certainty nor below none', () => {
    for (const json of [catalanTrio, cupon, keno, loteriaNacional]) {
      for (const { odds, hit } of tierOdds(gameDefinition.parse(json))) {
        expect(compareRational(hit, rational(1n))).toBeLessThanOrEqual(0);
        for (const { probability } of odds) expect(compareRational(probability, ratioZero)).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
