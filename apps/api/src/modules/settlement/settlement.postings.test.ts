import { cents, min } from '@valira/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Flow, FlowPlace, Settled } from '../contests/index.ts';
import { settlementPostings } from './settlement.postings.ts';

const CONTEST = { id: '00000000-0000-7000-8000-00000000000c', productId: '00000000-0000-7000-8000-00000000000d' };
const SHOP = '00000000-0000-7000-8000-00000000000e';

const settled = (flows: readonly Flow[], prizesCents: bigint, refundsCents = 0n): Settled => ({
  tiers: [],
  prizesCents: cents(prizesCents),
  refundsCents: cents(refundsCents),
  flows,
  carry: {},
  grade: () => ({ prizeCents: cents(0n), refundCents: cents(0n), shares: [] }),
});
const flow = (from: FlowPlace, to: FlowPlace, amount: bigint): Flow => ({ from, to, amountCents: cents(amount) });
const amounts = (postings: ReturnType<typeof settlementPostings>) => Object.fromEntries(postings.map(({ kind, amount }) => [kind, amount]));

describe('the postings of a settlement', () => {
  it('are those of the example: 1,000.00, 400.00 of it in a shop at 5 %, fund 50 %', () => {
    const postings = settlementPostings(
      CONTEST,
      settled([flow('stakes', 'operator', 50_000n), flow('stakes', 'fund', 50_000n), flow('fund', 'jackpot', 20_000n)], 30_000n),
      { taxBps: 2_500, shops: [{ accountId: SHOP, stakesCents: cents(40_000n), commissionBps: 500 }] },
    );
    expect(amounts(postings)).toEqual({
      'stakes-to-fund': 50_000n,
      'fund-to-jackpot': 20_000n,
      'tax-on-stakes': 25_000n,
      'shop-commission': 2_000n,
      revenue: 23_000n,
    });
  });

  it('book a loss when tax and commission exceed the operator’s part', () => {
    const postings = settlementPostings(CONTEST, settled([flow('stakes', 'operator', 20_000n), flow('stakes', 'fund', 80_000n)], 80_000n), {
      taxBps: 2_500,
      shops: [],
    });
    expect(amounts(postings)).toMatchObject({ 'tax-on-stakes': 25_000n, loss: 5_000n });
  });

  it('bear no tax and earn no commission on what goes back: of 1,000.00 a quarter is taxed of the 600.00 that stay', () => {
    const everything = settled([flow('stakes', 'fund', 100_000n)], 0n, 100_000n);
    const nothingSold = [{ accountId: SHOP, stakesCents: cents(0n), commissionBps: 500 }];
    expect(amounts(settlementPostings(CONTEST, everything, { taxBps: 2_500, shops: nothingSold }))).toEqual({ 'stakes-to-fund': 100_000n });
    const part = settled([flow('stakes', 'operator', 18_000n), flow('stakes', 'fund', 82_000n)], 42_000n, 40_000n);
    expect(amounts(settlementPostings(CONTEST, part, { taxBps: 2_500, shops: [] }))).toMatchObject({
      'tax-on-stakes': 15_000n,
      revenue: 3_000n,
    });
  });

  it('leave the contest’s stakes at nothing and its fund at what winners are owed, whatever the flows', () => {
    const part = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(
        part,
        part,
        part,
        part,
        part,
        fc.integer({ min: 0, max: 10_000 }),
        part,
        (operator, fund, carriedIn, added, carriedOut, taxBps, shopSales) => {
          const inFund = fund + carriedIn + added;
          const out = min(cents(carriedOut), cents(inFund));
          const flows = [
            flow('stakes', 'operator', operator),
            flow('stakes', 'fund', fund),
            flow('jackpot', 'fund', carriedIn),
            flow('operator-added', 'fund', added),
            flow('fund', 'jackpot', out),
          ].filter(({ amountCents }) => amountCents > 0n);
          const sold = min(cents(shopSales), cents(operator + fund));
          const postings = settlementPostings(CONTEST, settled(flows, inFund - out), {
            taxBps,
            shops: [{ accountId: SHOP, stakesCents: sold, commissionBps: 550 }],
          });
          const net = (name: string) =>
            postings.reduce(
              (left, { debit, credit, amount }) => left + (credit.account === name ? amount : 0n) - (debit.account === name ? amount : 0n),
              0n,
            );
          expect(net('stakes')).toBe(-(operator + fund));
          expect(net('prize-fund')).toBe(inFund - out);
          expect(postings.every(({ amount }) => amount > 0n)).toBe(true);
        },
      ),
    );
  });

  it('do not exist when the settlement does not add up', () => {
    const broken = settled([flow('stakes', 'operator', 50n), flow('stakes', 'fund', 50n)], 49n);
    expect(() => settlementPostings(CONTEST, broken, { taxBps: 2_500, shops: [] })).toThrow('fund of contest');
  });
});
