/**
 * The book of one pool: an accumulator over its log of bets, cancellations, scratches and the close. The log is the truth;
 * a book rebuilt from it is equal to the one that grew with it.
 *
 * Rule reference: pool.md, "Events that change a pool"; incidents R04 (nothing is sold or cancelled after the stop; what
 * partners accepted later is taken out one by one) and R05 (a scratch needs two persons, and is final once refunds began).
 *
 * Example: 10,000.00 sold, stop at T; a bet of 500.00 accepted at T + 8 min is taken out at the close, refunded outside the
 * pool and reported: the winner pays 4.00, not 3.36.
 */
import { type Cents, cents, divide } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { shapeOf } from '../definition/bet-type.ts';
import type { Pool } from '../definition/pool.ts';
import { combinationsLeft } from '../result/wins.ts';
import { selectionsKeyOf } from '../ticket/packed-selections.ts';
import { emptySet, hasRunner, isEmpty, type RunnerSet, singleton, union, without } from '../ticket/runner-set.ts';
import { countCombinations, type Selections } from '../ticket/selections.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { StakeIndex } from './stake-index.ts';

/** Instants are milliseconds since 1970 UTC, from the server that received the message. */
export type PoolEntry =
  | { readonly kind: 'bet'; readonly betId: string; readonly ticket: Ticket; readonly acceptedAtMs: number | null }
  /** `count` equal tickets without identities, from totals; taken as sold before the stop, and never cancelled one by one. */
  | { readonly kind: 'totals'; readonly ticket: Ticket; readonly count: number }
  | { readonly kind: 'cancelled'; readonly betId: string; readonly atMs: number }
  | {
      readonly kind: 'scratched';
      readonly leg: number;
      readonly runner: number;
      readonly atMs: number;
      readonly by: string;
      readonly confirmedBy: string;
    }
  | { readonly kind: 'refunds-begun'; readonly leg: number; readonly runner: number; readonly atMs: number }
  | {
      readonly kind: 'reinstated';
      readonly leg: number;
      readonly runner: number;
      readonly atMs: number;
      readonly by: string;
      readonly confirmedBy: string;
    }
  | { readonly kind: 'closed'; readonly stopBetAtMs: number; readonly source: 'official' | 'schedule' | 'link-lost'; readonly by: string };

export type BookRefusal =
  | 'pool_closed'
  | 'bet_known'
  | 'bet_unknown'
  | 'runner_unknown'
  | 'runner_already_scratched'
  | 'runner_not_scratched'
  | 'refunds_begun'
  | 'second_person_missing'
  | 'scratched_runner'
  | 'ticket_inconsistent'
  | 'stakes_too_large';

/**
 * Equal tickets. Where stakes are whole units `ticket` has one unit on each combination and `count` counts units; where they
 * are flexi it is the ticket as sold and `count` the tickets.
 */
export type TicketGroup = { readonly ticket: Ticket; readonly key: string; readonly selectionsKey: string; count: bigint; tickets: number };
export type LateBet = { readonly betId: string; readonly acceptedAtMs: number; readonly stakeCents: Cents };
export type Close = { readonly stopBetAtMs: number; readonly source: 'official' | 'schedule' | 'link-lost'; readonly by: string };

/** Most that a pool can hold, 90 million millions: sums below it are exact in every number the probables use. */
const MOST_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

type HeldBet = { readonly group: TicketGroup; readonly stakeCents: Cents; readonly acceptedAtMs: number | null };

export class PoolBook {
  readonly pool: Pool;
  readonly index: StakeIndex;
  /** Null where stakes may be any part of a unit. */
  readonly #unitCents: Cents | null;
  #close: Close | null = null;
  #anyScratched = false;
  #soldCents = 0n;
  #refundedCents = 0n;
  readonly #groups = new Map<string, TicketGroup>();
  readonly #bets = new Map<string, HeldBet>();
  readonly #cancelled = new Set<string>();
  readonly #scratched: RunnerSet[];
  /** Starters still standing under a number that is sold for several. */
  readonly #standing: Map<number, number>[];
  readonly #refundsBegun = new Set<string>();
  readonly #late: LateBet[] = [];
  #undated = false;

  constructor(pool: Pool) {
    this.pool = pool;
    this.index = new StakeIndex(shapeOf(pool.definition.bet), pool.definition.reducedSystems);
    this.#unitCents = pool.definition.stake.flexiMinimumBps === null ? pool.definition.stake.unitCents : null;
    this.#scratched = pool.legs.map(() => emptySet);
    this.#standing = pool.legs.map((leg) => new Map(leg.runners.map((runner) => [runner.number, runner.starters])));
  }

  /** Null while the pool sells. */
  get close(): Close | null {
    return this.#close;
  }

  /** Stakes sold and not cancelled, late bets taken out. */
  get soldCents(): Cents {
    return cents(this.#soldCents);
  }

  /** Stakes given back because of scratches, where the definition refunds them. */
  get refundedCents(): Cents {
    return cents(this.#refundedCents);
  }

  /** Gross pool: sold less refunded. */
  get grossCents(): Cents {
    return cents(this.#soldCents - this.#refundedCents);
  }

  /** Runners that are out, by leg. */
  get scratched(): readonly RunnerSet[] {
    return this.#scratched;
  }

  /** Bets accepted after the stop: out of the pool, to be refunded and reported. */
  get late(): readonly LateBet[] {
    return this.#late;
  }

  /** The link was lost and some bets carry no receipt time: late ones cannot be told apart and the pool is refunded. */
  get lateBetsInseparable(): boolean {
    return this.#undated && this.#close?.source === 'link-lost';
  }

  /** Starters that still stand under a number of a leg; 0 for a number that is out or not on the card. */
  startersOf(leg: number, runner: number): number {
    return this.#standing[leg]?.get(runner) ?? 0;
  }

  get ticketGroups(): Iterable<TicketGroup> {
    return this.#groups.values();
  }

  /** Combinations of a ticket that are refunded because of scratches. */
  refundedCombinations(ticket: Ticket): number {
    return refundedCombinations(this.pool, this.#scratched, ticket);
  }

  append(entry: PoolEntry): Outcome<null, BookRefusal> {
    switch (entry.kind) {
      case 'bet':
        return this.#bet(entry);
      case 'totals':
        return this.#totals(entry);
      case 'cancelled':
        return this.#cancel(entry);
      case 'scratched':
        return this.#scratch(entry);
      case 'refunds-begun':
        if (!hasRunner(this.#scratched[entry.leg] ?? emptySet, entry.runner)) return refuse('runner_not_scratched');
        this.#refundsBegun.add(`${entry.leg}:${entry.runner}`);
        return ok(null);
      case 'reinstated':
        return this.#reinstate(entry);
      case 'closed':
        return this.#stop(entry);
    }
  }

  #bet({ betId, ticket, acceptedAtMs }: Extract<PoolEntry, { kind: 'bet' }>): Outcome<null, BookRefusal> {
    if (this.#bets.has(betId) || this.#cancelled.has(betId)) return refuse('bet_known', { path: 'betId' });
    const added = this.#add(ticket, 1);
    if (!added.ok) return added;
    this.#bets.set(betId, { group: added.value, stakeCents: ticket.stakeCents, acceptedAtMs });
    if (acceptedAtMs === null) this.#undated = true;
    return ok(null);
  }

  #totals({ ticket, count }: Extract<PoolEntry, { kind: 'totals' }>): Outcome<null, BookRefusal> {
    if (!Number.isSafeInteger(count) || count < 1) return refuse('ticket_inconsistent', { path: 'count' });
    const added = this.#add(ticket, count);
    return added.ok ? ok(null) : added;
  }

  #add(ticket: Ticket, count: number): Outcome<TicketGroup, BookRefusal> {
    if (this.#close) return refuse('pool_closed', { facts: { stopBetAtMs: this.#close.stopBetAtMs } });
    if (ticket.combinations < 1 || ticket.stakeCents <= 0n) return refuse('ticket_inconsistent', { path: 'ticket' });
    if (this.#anyScratched && this.#combinationsLeft(ticket.selections) !== ticket.combinations) {
      return refuse('scratched_runner', { path: 'ticket.selections' });
    }
    const stakeCents = ticket.stakeCents * BigInt(count);
    if (this.#soldCents + stakeCents > MOST_CENTS) return refuse('stakes_too_large', { path: 'ticket.stakeCents' });
    const selectionsKey = selectionsKeyOf(ticket.selections);
    // A ticket of n whole units is the same money as n tickets of one: every unit is paid and refunded in whole cents.
    const costCents = this.#unitCents === null ? null : this.#unitCents * BigInt(ticket.combinations);
    const inUnits = costCents !== null && ticket.stakeCents % costCents === 0n;
    const key = inUnits ? selectionsKey : `${selectionsKey}|${ticket.stakeCents}`;
    let group = this.#groups.get(key);
    if (!group) {
      const one = inUnits ? { selections: ticket.selections, combinations: ticket.combinations, stakeCents: cents(costCents) } : ticket;
      group = { ticket: one, key, selectionsKey, count: 0n, tickets: 0 };
      this.#groups.set(key, group);
    }
    group.count += stakeCents / group.ticket.stakeCents;
    group.tickets += count;
    this.#soldCents += stakeCents;
    this.index.add(ticket, selectionsKey, BigInt(count));
    return ok(group);
  }

  #cancel({ betId }: Extract<PoolEntry, { kind: 'cancelled' }>): Outcome<null, BookRefusal> {
    if (this.#close) return refuse('pool_closed', { facts: { stopBetAtMs: this.#close.stopBetAtMs } });
    const bet = this.#bets.get(betId);
    if (!bet) return refuse('bet_unknown', { path: 'betId' });
    this.#remove(betId, bet);
    this.#cancelled.add(betId);
    return ok(null);
  }

  #remove(betId: string, { group, stakeCents }: HeldBet): void {
    const { ticket } = group;
    const count = stakeCents / ticket.stakeCents;
    group.count -= count;
    group.tickets -= 1;
    if (group.count === 0n) this.#groups.delete(group.key);
    this.#bets.delete(betId);
    this.#soldCents -= stakeCents;
    this.#refundedCents -= scratchRefund(this.pool, this.#scratched, ticket) * count;
    this.index.add(ticket, group.selectionsKey, -count);
  }

  #scratch({ leg, runner, by, confirmedBy }: Extract<PoolEntry, { kind: 'scratched' }>): Outcome<null, BookRefusal> {
    const standing = this.#standing[leg]?.get(runner);
    if (standing === undefined) return refuse('runner_unknown', { facts: { leg, runner } });
    if (standing === 0) return refuse('runner_already_scratched', { facts: { leg, runner } });
    if (by === confirmedBy) return refuse('second_person_missing', { path: 'confirmedBy' });
    this.#standing[leg]?.set(runner, standing - 1);
    if (standing > 1) return ok(null);
    this.#scratched[leg] = union(this.#scratched[leg] ?? emptySet, singleton(runner));
    this.#countRefunds();
    return ok(null);
  }

  #reinstate({ leg, runner, by, confirmedBy }: Extract<PoolEntry, { kind: 'reinstated' }>): Outcome<null, BookRefusal> {
    const out = this.#scratched[leg] ?? emptySet;
    const standing = this.startersOf(leg, runner);
    const starters = this.pool.legs[leg]?.runners.find((one) => one.number === runner)?.starters ?? 0;
    if (standing === starters) return refuse('runner_not_scratched', { facts: { leg, runner } });
    if (this.#refundsBegun.has(`${leg}:${runner}`)) return refuse('refunds_begun', { facts: { leg, runner } });
    if (by === confirmedBy) return refuse('second_person_missing', { path: 'confirmedBy' });
    this.#standing[leg]?.set(runner, standing + 1);
    this.#scratched[leg] = without(out, singleton(runner));
    this.#countRefunds();
    return ok(null);
  }

  #stop({ stopBetAtMs, source, by }: Extract<PoolEntry, { kind: 'closed' }>): Outcome<null, BookRefusal> {
    if (this.#close) return refuse('pool_closed', { facts: { stopBetAtMs: this.#close.stopBetAtMs } });
    this.#close = { stopBetAtMs, source, by };
    for (const [betId, bet] of this.#bets) {
      if (bet.acceptedAtMs === null || bet.acceptedAtMs <= stopBetAtMs) continue;
      this.#late.push({ betId, acceptedAtMs: bet.acceptedAtMs, stakeCents: bet.stakeCents });
      this.#remove(betId, bet);
    }
    return ok(null);
  }

  #combinationsLeft(selections: Selections): number {
    return combinationsLeftIn(this.pool, this.#scratched, selections);
  }

  #countRefunds(): void {
    this.#anyScratched = this.#scratched.some((out) => !isEmpty(out));
    this.#refundedCents = 0n;
    for (const { ticket, count } of this.#groups.values()) this.#refundedCents += scratchRefund(this.pool, this.#scratched, ticket) * count;
  }
}

function combinationsLeftIn(pool: Pool, scratched: readonly RunnerSet[], selections: Selections): number {
  const { bet, reducedSystems } = pool.definition;
  const shape = shapeOf(bet);
  return combinationsLeft(selections, scratched, (rest) => countCombinations(shape, rest, reducedSystems), reducedSystems);
}

/** Combinations of a ticket that are given back: those with a scratched runner, where the definition refunds scratches. */
function refundedCombinations(pool: Pool, scratched: readonly RunnerSet[], ticket: Ticket): number {
  if (pool.definition.scratch !== 'refund' || scratched.every(isEmpty)) return 0;
  return ticket.combinations - combinationsLeftIn(pool, scratched, ticket.selections);
}

/** Cents given back on a ticket because of scratches. A fraction of a cent on a flexi ticket stays in the pool. */
export function scratchRefund(pool: Pool, scratched: readonly RunnerSet[], ticket: Ticket): Cents {
  const gone = refundedCombinations(pool, scratched, ticket);
  return gone === 0 ? cents(0n) : cents(divide(ticket.stakeCents * BigInt(gone), BigInt(ticket.combinations), 'down'));
}

/** A book from its log; the first entry that does not apply is refused with its index as path. */
export function rebuildBook(pool: Pool, log: Iterable<PoolEntry>): Outcome<PoolBook, BookRefusal> {
  const book = new PoolBook(pool);
  let at = 0;
  for (const entry of log) {
    const applied = book.append(entry);
    if (!applied.ok) return refuse(applied.code, { path: `${at}${applied.path ? `.${applied.path}` : ''}`, facts: applied.facts });
    at += 1;
  }
  return ok(book);
}

/**
 * The instant at which a guest stops selling by itself: the host's stop order when it came, else the scheduled off, also when
 * the link is gone (16 Tex. Admin. Code §321.421; incident R04).
 */
export function guestStop(times: { scheduledOffMs: number; hostStopMs: number | null; linkLostAtMs: number | null }): Close {
  const { scheduledOffMs, hostStopMs, linkLostAtMs } = times;
  if (hostStopMs !== null) return { stopBetAtMs: hostStopMs, source: 'official', by: 'host' };
  return { stopBetAtMs: scheduledOffMs, source: linkLostAtMs === null ? 'schedule' : 'link-lost', by: 'guest' };
}
