/** Definitions for tests: plain settings that a test changes where its case differs. */
import { expectOk } from '@valira/outcome';
import { PoolBook } from '../book/pool-book.ts';
import { openPool, type Pool, type PoolCardJson } from '../definition/pool.ts';
import { type PoolDefinition, type PoolDefinitionJson, parsePoolDefinition } from '../definition/pool-definition.ts';
import type { PoolResultJson } from '../result/result.ts';
import { settle } from '../settle/settle.ts';
import type { Settlement } from '../settle/settlement.ts';
import type { SelectionsJson } from '../ticket/selections.ts';
import { parseTicket } from '../ticket/ticket.ts';

export type Changes = Partial<Omit<PoolDefinitionJson, 'price' | 'dividend' | 'stake' | 'voidLegs'>> & {
  price?: Partial<PoolDefinitionJson['price']>;
  dividend?: Partial<PoolDefinitionJson['dividend']>;
  stake?: Partial<PoolDefinitionJson['stake']>;
  voidLegs?: Partial<PoolDefinitionJson['voidLegs']>;
};

export function definitionJson(changes: Changes): PoolDefinitionJson {
  const { price, dividend, stake, voidLegs, ...rest } = changes;
  return {
    schema: 1,
    id: 'test',
    version: 1,
    effectiveFrom: '2026-01-01T00:00:00Z',
    currency: 'EUR',
    bet: { type: 'win' },
    price: { method: 'single', deadHeat: 'profit-split', placeShares: 'alike', coupledFinish: 'moves-up', ...price },
    takeoutBps: 2000,
    fundStepCents: '1',
    dividend: { perCents: '100', breakStepCents: '1', rounding: 'down', minimumCents: '0', shortfall: { paidBy: 'operator' }, ...dividend },
    cascade: [{ step: 'refund' }],
    scratch: 'refund',
    voidLegs: { first: 'all-win', later: 'all-win', refundAbove: 99, consolations: 'kept', ...voidLegs },
    guarantee: null,
    carryover: null,
    tiers: [],
    prizePlan: null,
    stake: {
      unitCents: '100',
      minimumCents: '1',
      maximumCents: '900000000000000',
      maximumCombinations: 1_000_000_000,
      flexiMinimumBps: null,
      ...stake,
    },
    reducedSystems: [],
    payoutCapCents: null,
    ...rest,
  };
}

export const definition = (changes: Changes): PoolDefinition => expectOk(parsePoolDefinition(definitionJson(changes)));

export const numbered = (count: number) => Array.from({ length: count }, (_, i) => ({ number: i + 1, starters: 1 }));

/** A pool on legs with runners 1..n. */
export function poolOn(settings: PoolDefinition, runnersPerLeg: readonly number[], card: Partial<PoolCardJson> = {}): Pool {
  return expectOk(
    openPool(settings, {
      poolId: 'pool_test',
      meeting: 'soldeu-2026-11-30',
      businessDate: '2026-11-30',
      legs: runnersPerLeg.map((count, i) => ({ id: `leg-${i + 1}`, runners: numbered(count) })),
      carriedIn: {},
      event: null,
      ...card,
    }),
  );
}

export type Sale = { readonly selections: SelectionsJson; readonly stakeCents: bigint };

export const straight = (runners: number[], stakeCents: bigint): Sale => ({ selections: { form: 'straight', runners }, stakeCents });

let sequence = 0;

/** Sells to a book; throws when the pool refuses. */
export function sell(book: PoolBook, sales: Iterable<Sale>, acceptedAtMs: number | null = 0): void {
  for (const { selections, stakeCents } of sales) {
    const ticket = expectOk(parseTicket(book.pool, { selections, stakeCents: stakeCents.toString() }, book.scratched));
    sequence += 1;
    expectOk(book.append({ kind: 'bet', betId: `bet_${sequence}`, ticket, acceptedAtMs }));
  }
}

export const bookOf = (pool: Pool, sales: Iterable<Sale>): PoolBook => {
  const book = new PoolBook(pool);
  sell(book, sales);
  return book;
};

export const closeBook = (book: PoolBook, stopBetAtMs = 1_000): PoolBook => {
  expectOk(book.append({ kind: 'closed', stopBetAtMs, source: 'official', by: 'judges' }));
  return book;
};

export const finished = (...legs: number[][][]): PoolResultJson => ({
  meeting: 'soldeu-2026-11-30',
  version: 1,
  legs: legs.map((order) => ({ kind: 'finish', order })),
});

export const outcomes = (...legs: (number[] | 'void')[]): PoolResultJson => ({
  meeting: 'soldeu-2026-11-30',
  version: 1,
  legs: legs.map((winners) => (winners === 'void' ? { kind: 'void' } : { kind: 'outcome', winners })),
});

/** Sells, closes and settles in one go. */
export const settled = (pool: Pool, sales: Iterable<Sale>, result: PoolResultJson): Settlement =>
  expectOk(settle(closeBook(bookOf(pool, sales)), result));

/** Dividends by line. */
export const dividends = (settlement: Settlement): Record<string, bigint> =>
  Object.fromEntries(settlement.lines.map((line) => [line.id, line.dividendCents]));
