/**
 * The pool calculator: a definition, what was sold and a result in, every price and every cent out, all as JSON.
 *
 * Stakes by combination are totals of a pool: they are whole units, and the limits of one ticket are not theirs.
 * Example: win at 18 % with 23,872.00 of 192,913.00 on runner 1 → dividend "660" for "100", breakage "63346".
 */
import { type Cents, type Rational, rational, toDecimal, ZERO } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { centsText } from '@valira/prizes';
import { z } from 'zod';
import { type BookRefusal, PoolBook } from '../book/pool-book.ts';
import { legCount } from '../definition/bet-type.ts';
import { type OpenRefusal, openPool, type Pool } from '../definition/pool.ts';
import { parsePoolDefinition } from '../definition/pool-definition.ts';
import { parseTicket, quoteTicket, spreadProblem, type Ticket, type TicketRefusal } from '../ticket/ticket.ts';
import { projectSettlement, type SettleRefusal } from './settle.ts';
import type { Settlement } from './settlement.ts';

const runnersSchema = z.int().min(1).max(64);

export const calculationSchema = z.strictObject({
  /** Runners of each leg: a count, numbered from 1; one count stands for all legs. Matches take theirs from the definition. */
  runners: z.array(runnersSchema).default([]),
  carriedIn: z.record(z.string(), centsText).default({}),
  /** Stakes by combination: numbers in the order of the bet, one for each place or leg. */
  stakes: z.array(z.strictObject({ combination: z.array(z.int()).min(1), stakeCents: centsText })).default([]),
  tickets: z.array(z.strictObject({ selections: z.unknown(), stakeCents: z.string(), count: z.int().min(1).default(1) })).default([]),
  scratches: z.array(z.strictObject({ leg: z.int().min(1).default(1), runner: runnersSchema })).default([]),
  /** Legs of the result as in `resultSchema`. */
  result: z.array(z.unknown()).min(1),
});

export type CalculationRefusal =
  | 'definition_invalid'
  | 'calculation_unreadable'
  | OpenRefusal
  | TicketRefusal
  | BookRefusal
  | SettleRefusal;

const stakeText = (stakes: Rational): string => (stakes.d === 1n ? stakes.n.toString() : toDecimal(stakes, 4));

/** A settlement as people read it: amounts in minor units as text. */
export function calculationOf(settlement: Settlement) {
  const { accounts, lines } = settlement;
  const text = (amounts: Readonly<Record<string, bigint>>) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount.toString()]));
  const { carriedOut, reserves, ...flat } = accounts;
  return {
    outcome: settlement.outcome,
    paidBy: settlement.paidBy,
    refundReason: settlement.refundReason,
    perCents: settlement.perCents.toString(),
    dividends: lines.map((line) => ({
      line: line.id,
      dividendCents: line.dividendCents.toString(),
      stakesCents: stakeText(line.stakes),
      exact: line.exact ? toDecimal(rational(line.exact.n, line.exact.d), 6) : null,
    })),
    accounts: { ...text(flat), carriedOut: text(carriedOut), reserves: text(reserves) },
  };
}

export type Calculation = ReturnType<typeof calculationOf>;

/** Stakes of all tickets on one combination; null where there are none. */
function total(pool: Pool, combination: readonly number[], stakeCents: Cents): Outcome<Ticket | null, TicketRefusal> {
  const quote = quoteTicket(pool, { form: 'straight', runners: combination });
  if (!quote.ok || stakeCents === ZERO) return quote.ok ? ok(null) : quote;
  const { selections, combinations } = quote.value;
  const uneven = spreadProblem(pool.definition, combinations, stakeCents);
  if (uneven) return refuse(uneven, { path: 'stakeCents', facts: { unitCents: pool.definition.stake.unitCents, stakeCents } });
  return ok({ selections, combinations, stakeCents });
}

export function calculatePool(definitionJson: unknown, poolJson: unknown): Outcome<Calculation, CalculationRefusal> {
  const definition = parsePoolDefinition(definitionJson);
  if (!definition.ok) return definition;
  const parsed = calculationSchema.safeParse(poolJson);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('calculation_unreadable', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? '' } });
  }
  const { runners, carriedIn, stakes, tickets, scratches, result } = parsed.data;
  const count = legCount(definition.value.bet);
  if (runners.length > 1 && runners.length !== count)
    return refuse('wrong_number_of_legs', { path: 'runners', facts: { expected: count } });
  const legs = Array.from({ length: count }, (_, i) => ({
    id: `leg-${i + 1}`,
    runners: Array.from({ length: runners[i] ?? runners[0] ?? 0 }, (_, number) => ({ number: number + 1, starters: 1 })),
  }));
  const event = definition.value.bet.type === 'free' ? { organiser: 'calculator', competition: 'calculator', prizes: 'money' } : null;
  const card = { poolId: 'calculation', meeting: 'calculation', businessDate: definition.value.effectiveFrom.slice(0, 10), legs, event };
  const pool = openPool(definition.value, {
    ...card,
    carriedIn: Object.fromEntries(Object.entries(carriedIn).map(([tier, amount]) => [tier, amount.toString()])),
  });
  if (!pool.ok) return pool;
  const book = new PoolBook(pool.value);
  const sold = [
    ...stakes.map(({ combination, stakeCents }, i) => ({
      at: `stakes.${i}`,
      count: 1,
      ticket: () => total(pool.value, combination, stakeCents),
    })),
    ...tickets.map(({ selections, stakeCents, count: equal }, i) => ({
      at: `tickets.${i}`,
      count: equal,
      ticket: () => parseTicket(pool.value, { selections, stakeCents }),
    })),
  ];
  for (const { at, count: equal, ticket } of sold) {
    const read = ticket();
    if (!read.ok) return refuse(read.code, { path: `${at}.${read.path}`, facts: read.facts });
    // A combination that nobody plays is a row of a table like any other.
    if (read.value === null) continue;
    const added = book.append({ kind: 'totals', ticket: read.value, count: equal });
    if (!added.ok) return refuse(added.code, { path: at, facts: added.facts });
  }
  for (const [i, { leg, runner }] of scratches.entries()) {
    const scratched = book.append({ kind: 'scratched', leg: leg - 1, runner, atMs: 0, by: 'calculator', confirmedBy: 'calculation' });
    if (!scratched.ok) return refuse(scratched.code, { path: `scratches.${i}`, facts: scratched.facts });
  }
  const settlement = projectSettlement(book, { meeting: 'calculation', version: 1, legs: result });
  return settlement.ok ? ok(calculationOf(settlement.value)) : settlement;
}
