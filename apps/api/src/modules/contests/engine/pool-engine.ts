/** Pari-mutuel pools behind the contest engine. A pool is its frozen definition and card; a later version never reaches it. */

import type { Json, TierRow } from '@valira/games/verifiable';
import { assertConserved, type Cents, cents, compareRational, divide, sum } from '@valira/money';
import { expectOk, type Outcome, ok, refuse } from '@valira/outcome';
import {
  netPool,
  type Pool,
  PoolBook,
  packSelections,
  parseResult,
  parseTicket,
  payoutOf,
  probableTable,
  runnersOf,
  runnersPlayed,
  type Settlement,
  selectionsToJson,
  settle,
  shapeOf,
  unpackTicket,
} from '@valira/pool';
import { z } from 'zod';
import { toJson } from '../../../platform/json.ts';
import type { ContestEngine, Flow, FlowPlace, Grader, Settled, SettlementFacts, StakeGroup } from './contest-engine.ts';
import { legResultOf, onCard, scratchedSets, scratchIn, splitScratched, type Withdrawn, withScratched } from './leg-results.ts';

const wagerInput = z.strictObject({ kind: z.literal('pool'), selections: z.unknown(), stakeCents: z.string().regex(/^[1-9]\d{0,14}$/) });

const carrySchema = z.object({ carriedOut: z.record(z.string(), z.string().regex(/^\d{1,18}$/)).default({}) });

/** The official stop lies in the procedure, before any result; the book needs one to be settled. */
const STOPPED = { kind: 'closed', stopBetAtMs: Number.MAX_SAFE_INTEGER, source: 'official', by: 'seal' } as const;

/** A stored ticket; the pool sold it, so bytes that do not fit the pool are a bug or a forgery and throw. */
const ticketFrom = (lines: Uint8Array, stakeCents: Cents, pool: Pool) => expectOk(unpackTicket(pool, lines, stakeCents));

const graderFor = (pool: Pool, settlement: Settlement): Grader => ({
  grade(lines, stakeCents) {
    const { prizeCents, refundCents, held } = payoutOf(pool, settlement, ticketFrom(lines, stakeCents, pool));
    return { prizeCents, refundCents, shares: held.map(({ line, combinations }) => ({ tier: line.id, count: String(combinations) })) };
  },
});

function settleBook(pool: Pool, book: PoolBook, stored: Json): Outcome<Settled> {
  const { result, scratched } = splitScratched(stored);
  scratchIn(book, onCard(pool, scratched));
  const parsed = parseResult(pool, result, book.scratched);
  if (!parsed.ok) return parsed;
  const closed = book.append(STOPPED);
  if (!closed.ok) return closed;
  const settled = settle(book, parsed.value);
  if (!settled.ok) return settled;
  const { accounts, lines, perCents } = settled.value;
  const carriedOut = sum(Object.values(accounts.carriedOut));
  const reserves = sum(Object.values(accounts.reserves));
  const topUps = cents(accounts.guaranteeTopUp + accounts.minimumTopUp + accounts.roundingTopUp);
  assertConserved(
    `pool ${pool.poolId}`,
    { stakes: accounts.stakes, carriedIn: accounts.carriedIn, topUps },
    { paid: accounts.paid, refunds: accounts.refunds, takeout: accounts.takeout, breakage: accounts.breakage, carriedOut, reserves },
  );
  const flow = (from: FlowPlace, to: FlowPlace, amountCents: Cents): Flow => ({ from, to, amountCents });
  const flows = [
    flow('stakes', 'operator', accounts.takeout),
    flow('stakes', 'fund', cents(accounts.stakes - accounts.takeout)),
    flow('carryover', 'fund', accounts.carriedIn),
    flow('operator-added', 'fund', topUps),
    flow('fund', 'breakage', accounts.breakage),
    flow('fund', 'carryover', carriedOut),
    flow('fund', 'reserve', reserves),
  ].filter(({ amountCents }) => amountCents !== 0n);
  const tiers = lines.map((line): TierRow => {
    const units = line.stakes.n / (line.stakes.d * perCents);
    return {
      tier: line.id,
      winners: String(units),
      shareCents: String(line.dividendCents),
      totalCents: String(units * line.dividendCents),
    };
  });
  const grader = graderFor(pool, settled.value);
  return ok({
    tiers,
    prizesCents: accounts.paid,
    refundsCents: accounts.refunds,
    flows,
    carry: toJson({ carriedOut: accounts.carriedOut }),
    grade: grader.grade,
  });
}

/** The pool with the money that the previous one of its series left. */
function withCarry(pool: Pool, facts: SettlementFacts): Pool {
  const { carriedOut } = carrySchema.parse(facts.carriedIn);
  return { ...pool, carriedIn: new Map(Object.entries(carriedOut).map(([tier, text]) => [tier, cents(BigInt(text))])) };
}

/** The right to collect lapses three months after the result (pool.md, defaults). */
const CLAIM_DAYS = 92;

/** Bets as they stand, with the runners taken out that are out. */
function bookOf(pool: Pool, groups: readonly StakeGroup[], out: readonly Withdrawn[]): PoolBook {
  const book = new PoolBook(pool);
  for (const { lines, stakeCents, count } of groups)
    expectOk(book.append({ kind: 'totals', ticket: ticketFrom(lines, stakeCents, pool), count }));
  scratchIn(book, out);
  return book;
}

/** Bets on one number or two have probables; of longer ones there are too many combinations to say anything while they sell. */
const hasProbables = ({ definition: { bet } }: Pool): boolean => {
  const shape = shapeOf(bet);
  return (shape.kind === 'legs' ? shape.legs : shape.pick) <= 2;
};

export function poolEngine(pool: Pool, withdrawn: readonly Withdrawn[]): ContestEngine {
  const out = onCard(pool, withdrawn);
  const scratched = scratchedSets(pool, out);
  return {
    kind: 'pool',
    carries: pool.definition.carryover !== null,
    claimDays: CLAIM_DAYS,
    closedDaysExtend: false,
    cancelMinutes: 0,
    mostContests: 1,
    figures: () => ({ unitPriceCents: pool.definition.stake.unitCents, tiers: [], overallOdds: null }),
    probables(groups) {
      const book = bookOf(pool, groups, out);
      return {
        grossCents: book.grossCents,
        netCents: netPool(pool, book.grossCents).netCents,
        perCents: pool.definition.dividend.perCents,
        selections: (hasProbables(pool) ? probableTable(book) : []).map(({ combination, least, stakes }) => ({
          combination,
          stakesCents: cents(divide(stakes.n, stakes.d, 'down')),
          dividendCents: stakes.n === 0n ? null : least,
        })),
      };
    },
    mapping: null,
    parseWager(input) {
      const parsed = wagerInput.safeParse(input);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        return refuse('wager_malformed', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? '' } });
      }
      const { selections, stakeCents } = parsed.data;
      const ticket = parseTicket(pool, { selections, stakeCents }, scratched);
      return ticket.ok ? ok({ lines: packSelections(ticket.value.selections), stakeCents: ticket.value.stakeCents }) : ticket;
    },
    describeWager: (lines, stakeCents) =>
      toJson({
        kind: 'pool',
        selections: selectionsToJson(pool.definition.reducedSystems, ticketFrom(lines, stakeCents, pool).selections),
        stakeCents,
      }),
    parseResult(input, version) {
      const shape = z.record(z.string(), z.unknown()).safeParse(input);
      if (!shape.success) return refuse('result_unreadable');
      const parsed = parseResult(pool, { ...shape.data, version, meeting: pool.meeting }, scratched);
      return parsed.ok ? ok(withScratched(parsed.value, out)) : parsed;
    },
    resultOfPanels() {
      throw new Error('a pool is decided by its event, not by the generator');
    },
    tally(result, facts) {
      const carried = withCarry(pool, facts);
      const book = new PoolBook(carried);
      return {
        add: ({ ticketId, lines, stakeCents }) =>
          void expectOk(book.append({ kind: 'bet', betId: ticketId, ticket: ticketFrom(lines, stakeCents, carried), acceptedAtMs: null })),
        settle: () => settleBook(carried, book, result),
      };
    },
    settleExternal(result, totals, facts) {
      if (totals.kind !== 'pool') return refuse('totals_of_another_kind');
      const carried = withCarry(pool, facts);
      const book = new PoolBook(carried);
      for (const [i, { selections, stakeCents }] of totals.bets.entries()) {
        const ticket = parseTicket(carried, { selections, stakeCents: String(stakeCents) }, book.scratched);
        if (!ticket.ok) return { ...ticket, path: `bets.${i}.${ticket.path}` };
        expectOk(book.append({ kind: 'bet', betId: String(i), ticket: ticket.value, acceptedAtMs: null }));
      }
      return settleBook(carried, book, result);
    },
    stock: null,
    tallyShare: () => null,
    graderOf: () => null,
    events: {
      pool,
      legResult: (leg, result, favourites) => legResultOf(pool, leg, result, favourites),
      favourites(groups) {
        if (pool.definition.bet.type !== 'win') return null;
        const backed = probableTable(bookOf(pool, groups, out)).map(({ combination: [runner = 0], stakes }) => ({ runner, stakes }));
        return backed.toSorted((a, b) => compareRational(b.stakes, a.stakes) || a.runner - b.runner).map(({ runner }) => runner);
      },
      scratchEffect(groups, leg, runner) {
        const also = onCard(pool, [{ leg, runner }]);
        if (also.length === 0) return { touched: [], refundCents: cents(0n) };
        const refundedBefore = bookOf(pool, groups, out).refundedCents;
        const book = bookOf(pool, groups, [...out, ...also]);
        const touched = groups.map(({ lines, stakeCents }) => {
          const { selections } = ticketFrom(lines, stakeCents, pool);
          return runnersOf(runnersPlayed(selections, leg)).includes(runner);
        });
        return { touched, refundCents: cents(book.refundedCents - refundedBefore) };
      },
    },
  };
}
